export { deleteSecondFactor as removeTwoFactor, secondFactorOn } from './queries.ts';
export { twoFactorRoutes } from './routes.ts';
export { type SecondFactorDeps, spendSecondFactor } from './spend-second-factor.ts';

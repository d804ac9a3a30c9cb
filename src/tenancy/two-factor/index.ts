export { deleteSecondFactor as removeTwoFactor, secondFactorOn } from './queries.ts';
export { twoFactorRoutes } from './routes.ts';
export { SEALED_TOTP_SECRETS } from './sealed.ts';
export { type SecondFactorDeps, spendSecondFactor } from './spend-second-factor.ts';

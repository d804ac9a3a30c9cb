export { checkoutData } from './account-data.ts';
export { nextAskAt } from './ask-times.ts';
export { cancelSurplusSubscriptions } from './cancel-surplus.ts';
export type { CheckoutDeps } from './checkout.ts';
export { closeCheckout, payMonth } from './close-checkout.ts';
export { checkoutPages } from './pages.ts';
export {
  applyDuePlanChanges,
  describeScheduledPlan,
  paidMonth,
  takeBackMonth,
} from './plan-changes.ts';
export { closeRestored as closeRestoredTopUps, turnOff as turnOffAutoTopUp } from './queries/auto-top-ups.ts';
export {
  type Checkout,
  findCheckout,
  lastCardOrder,
  rivalOf,
  setAskAt,
  takeUnpaid,
} from './queries/checkouts.ts';
export { checkoutRoutes } from './routes.ts';
export { type AutoTopUpDeps, runAutoTopUps } from './run-auto-top-ups.ts';
export { sweepCheckouts } from './sweep-checkouts.ts';
export { type TellDeps, tellDeclined } from './tell-declined.ts';

export { paymentData } from './account-data.ts';
export type { PaymentEventDeps } from './act-on-event.ts';
export { actOnStoredEvents } from './act-on-stored.ts';
export { askForPayments } from './ask-for-payments.ts';
export { compareWithProviders } from './compare-with-providers.ts';
export {
  findPaymentEvent,
  listPaymentEvents,
  replayEvent,
} from './manage-events.ts';
export type { EventRow } from './queries/admin.ts';
export { countHeldPayments } from './queries/backlog.ts';
export { receiveDelivery } from './receive-delivery.ts';
export { reconcilePayments } from './reconcile-payments.ts';
export { releaseEvent } from './release-event.ts';
export { paymentEventRoutes } from './routes.ts';
export { verifyPayments } from './verify-payments.ts';
export { warnUnconfirmed } from './warn-unconfirmed.ts';

export { type AnnounceDeps, type Announcement, announceEvent } from './announce-event.ts';
export { createDispatcher, type Dispatcher, type WebhookDeps } from './dispatcher.ts';
export { documentEvents } from './document-events.ts';
export {
  batchCompleted,
  cloneFailed,
  cloneReady,
  designFailed,
  designReady,
  type EventPayload,
  videoCompleted,
  videoFailed,
} from './events.ts';
export { listAllDeliveries } from './read-deliveries.ts';
export { webhookRoutes } from './routes.ts';
export { DELIVERY_RULES } from './rules.ts';
export { DeliveryQuery, DeliveryView, viewOf as viewOfDelivery } from './schemas.ts';
export { forgetDeliveries, sweepDeliveries } from './sweep-deliveries.ts';

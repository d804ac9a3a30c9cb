export { type AnnounceDeps, type Announcement, announceEvent } from './announce-event.ts';
export { createDispatcher, type Dispatcher, type WebhookDeps } from './dispatcher.ts';
export {
  BATCH_COMPLETED,
  CLONE_FAILED,
  CLONE_READY,
  DESIGN_FAILED,
  DESIGN_READY,
  type DefinedEvent,
  defineEvent,
  documentEvents,
  type EventDefinition,
  type EventPayload,
  OTHER_EVENTS,
} from './events.ts';
export { listAllDeliveries } from './read-deliveries.ts';
export { webhookRoutes } from './routes.ts';
export { DELIVERY_RULES } from './rules.ts';
export { DeliveryQuery, DeliveryView, viewOf as viewOfDelivery } from './schemas.ts';
export { forgetDeliveries, sweepDeliveries } from './sweep-deliveries.ts';

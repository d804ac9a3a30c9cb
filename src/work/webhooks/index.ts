export { webhookData } from './account-data.ts';
export {
  type AnnounceDeps,
  type Announcement,
  announceEvents,
  areWebhooksBehind,
  broadcastEvents,
  type OptionalEvents,
} from './announce-event.ts';
export { checkWebhookUrl } from './check-url.ts';
export { type Dispatcher, startDispatcher } from './dispatcher.ts';
export {
  AUTO_TOP_UP_FAILED,
  BATCH_COMPLETED,
  defineEvent,
  documentEvents,
  type EventDefinition,
  type EventPayload,
  USAGE_ALERT,
  WEBHOOK_TEST,
} from './events.ts';
export { listenRoutes } from './listen-routes.ts';
export { openLiveEvents } from './live-events.ts';
export { claimDue, closeRestored as closeRestoredDeliveries } from './queries/attempts.ts';
export { countDueDeliveries } from './queries/backlog.ts';
export { listAllDeliveries } from './read-deliveries.ts';
export type { AnnouncedEvent } from './replay-delivery.ts';
export { webhookRoutes } from './routes.ts';
export { DELIVERY_RULES } from './rules.ts';
export { DeliveryQuery, DeliveryView, viewOf as viewOfDelivery } from './schemas.ts';
export { closeInterrupted, sweepDeliveryLog } from './sweep-deliveries.ts';

export { readSettings, settingsData } from './change-settings.ts';
export type { Settings } from './queries.ts';
export { settingsRoutes } from './routes.ts';
export {
  readSendingRules,
  SEALED_WEBHOOK_SECRETS,
} from './webhook-secret.ts';

export { readSettings, settingsData } from './change-settings.ts';
export type { Settings } from './queries.ts';
export { type SettingsDeps, settingsRoutes } from './routes.ts';
export {
  readSendingRules,
  rotateWebhookSecret,
  SEALED_WEBHOOK_SECRETS,
  type SendingRules,
} from './webhook-secret.ts';

export { readSettings } from './change-settings.ts';
export { readSendingRules, type SendingRules } from './read-sending-rules.ts';
export { rotateWebhookSecret } from './rotate-webhook-secret.ts';
export { type SettingsDeps, settingsRoutes } from './routes.ts';

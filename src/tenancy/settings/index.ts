export type { SettingsDeps } from './change-settings.ts';
export { settingsRoutes } from './routes.ts';

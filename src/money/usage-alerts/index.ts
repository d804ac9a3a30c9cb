export { type AlertDeps, sendUsageAlerts, type UsageAlert, usageAlertData } from './send-alerts.ts';

export { billingAdminRoutes } from './billing-routes.ts';
export { paymentEventAdminRoutes } from './payment-events.ts';
export { adminRoutes } from './routes.ts';
export { workerSecretRoutes } from './worker-secret-routes.ts';

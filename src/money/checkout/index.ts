export { type CheckoutRoutesDeps, checkoutRoutes } from './routes.ts';

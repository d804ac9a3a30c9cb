export { describeMeans } from './describe-estimate.ts';
export { estimateRoutes } from './routes.ts';
export { EstimateRequestSchema, QuoteFields } from './schemas.ts';

export { describeQuote } from './describe-estimate.ts';
export { estimateRoutes } from './routes.ts';
export { QuoteFields } from './schemas.ts';

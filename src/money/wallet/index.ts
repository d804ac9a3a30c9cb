export { describeWallet } from './describe-wallet.ts';
export { keyLimitRoutes } from './key-limit-routes.ts';
export { walletRoutes } from './routes.ts';
export { UsageQuery } from './schemas.ts';

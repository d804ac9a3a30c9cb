export { describeWallet, type PaygSettings, type WalletView } from './describe-wallet.ts';
export { keyLimitRoutes } from './key-limit-routes.ts';
export { type WalletRoutesDeps, walletRoutes } from './routes.ts';
export { UsageQuery } from './schemas.ts';

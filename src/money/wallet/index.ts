export { describeWallet, type PaygSettings, type WalletView } from './describe-wallet.ts';
export { type WalletRoutesDeps, walletRoutes } from './routes.ts';

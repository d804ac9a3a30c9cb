export {
  type AccountData,
  allPages,
  EXPORT_PAGE,
  jsonFile,
  jsonLines,
} from './account-data.ts';
export { accountRoutes } from './account-routes.ts';

export { authRoutes } from './auth-routes.ts';
export { requirePassword } from './change-password.ts';
export { type CloseWallet, eraseClosedAccounts } from './close-account.ts';
export type { EmailVerified } from './confirm-address.ts';
export {
  type AccountOpened,
  createAccount,
} from './create-account.ts';
export { AccountNotFound } from './errors.ts';
export type { AccountTakenOver } from './forget-stranger.ts';
export { listAccounts, setAccountPlan } from './manage-accounts.ts';

export { type Account, findAccount, findAccountByEmail, type LockedAccount, lockAccount } from './queries.ts';
export { requireOwner } from './require-owner.ts';
export { printPasswordReset } from './reset-password.ts';
export { signInOptionsRoutes } from './sign-in-options-routes.ts';
export { sweepTokens } from './tokens.ts';

export {
  type AccountOpened,
  type CreateAccountDeps,
  type CreateAccountInput,
  type CreatedAccount,
  createAccount,
} from './create-account.ts';
export { adminsFrom } from './email.ts';
export { AccountNotFound, EmailTaken } from './errors.ts';
export { listAccounts } from './list-accounts.ts';
export type { ProfileDeps, WalletFields } from './profile.ts';
export { type Account, findAccount, findAccountByEmail } from './queries.ts';
export { type AuthRoutesDeps, authRoutes } from './routes.ts';
export { setAccountPlan } from './set-account-plan.ts';

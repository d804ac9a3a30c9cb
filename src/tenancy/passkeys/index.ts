export { sweepPasskeyChallenges } from './challenges.ts';
export { PasskeyRefused } from './errors.ts';
export { listPasskeys } from './manage-passkeys.ts';
export { deletePasskeys as removePasskeys, type StoredPasskey } from './queries.ts';
export { passkeyRoutes } from './routes.ts';
export { SignInOptions, type SignInResponse, SignInResponseBody } from './schemas.ts';
export {
  claimedPasskey,
  type PasskeySignInDeps,
  passkeySignInOptions,
  spendSignature,
  verifyPasskey,
} from './use-passkey.ts';

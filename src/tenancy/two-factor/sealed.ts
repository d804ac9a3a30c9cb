import type { Seal, SealedColumn } from '../../platform/sealing/index.ts';

export const totpSeal = (accountId: string): Seal => ({ purpose: 'totp-secret', owner: accountId });

export const SEALED_TOTP_SECRETS: SealedColumn = {
  table: 'two_factor',
  column: 'secret_sealed',
  key: 'account_id',
  keyType: 'uuid',
  owner: 'account_id',
  purpose: 'totp-secret',
};

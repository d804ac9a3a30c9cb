import { SEALED_ANSWERS } from '../http/index.ts';
import { SEALED_DOCUMENTS } from '../library/marketplace/index.ts';
import { SEALED_TOOL_HEADERS } from '../media/agents/index.ts';
import { SEALED_KEPT_SECRETS, type SealedColumn } from '../platform/sealing/index.ts';
import { SEALED_WEBHOOK_SECRETS } from '../tenancy/settings/index.ts';
import { SEALED_TOTP_SECRETS } from '../tenancy/two-factor/index.ts';

/** Everything that `./run rotate-keys` seals again. A test compares the list with the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  SEALED_TOTP_SECRETS,
  ...SEALED_WEBHOOK_SECRETS,
  SEALED_TOOL_HEADERS,
  SEALED_DOCUMENTS,
  SEALED_KEPT_SECRETS,
  SEALED_ANSWERS,
];

import { hkdfSync, randomBytes } from 'node:crypto';
import { sealOpenDocuments } from '../library/marketplace/index.ts';
import { sealOpenHeaders } from '../media/agents/index.ts';
import type { Secrets } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import {
  admitKeys,
  createSealing,
  dropUnreadableSecrets,
  keepSecret,
  type Sealing,
} from '../platform/sealing/index.ts';
import { deriveKey } from '../tenancy/sessions/index.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

export type OpenSealing = { sealing: Sealing; recoveryKey: Buffer; receiptSeed: Buffer; addressKey: Buffer };

/** Needs every key that may have sealed something. Seals what older versions stored in the clear. */
export async function openSealing(
  { db, secrets }: { db: Db; secrets: Secrets },
  /** A key that is lost. */
  forget: string | null = null,
): Promise<OpenSealing> {
  const { sessionSecret, dataKeys } = secrets;
  const sealing = createSealing(dataKeys);
  await admitKeys(db, sealing, SEALED_COLUMNS, forget);
  if (forget !== null) await dropUnreadableSecrets(db, sealing);
  const recoveryKey = deriveKey(sessionSecret, 'recovery-code');
  const receiptSeed = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'voice consent receipts', 32));
  await sealOpenDocuments(db, sealing);
  await sealOpenHeaders(db, sealing);
  return {
    sealing,
    recoveryKey: await keepSecret(db, sealing, 'recovery-codes', recoveryKey),
    receiptSeed: await keepSecret(db, sealing, 'consent-receipts', receiptSeed),
    addressKey: await keepSecret(db, sealing, 'used-addresses', randomBytes(32)),
  };
}

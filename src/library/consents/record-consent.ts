import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7, uuidWithin } from '../../platform/ids.ts';
import { CONSENT_TEXTS, type ConsentPurpose } from './consent-text.ts';
import { type ConsentRow, insertConsent, selectFaceConsent } from './queries.ts';

type Given = {
  accountId: string;
  purpose: ConsentPurpose;
  /** The voice, or the dub or job as a UUID. */
  subject: string;
  address: string;
  /** Of what was uploaded. */
  sampleHashes: readonly string[];
};

/** Call in the transaction that does what the consent is for. */
export async function recordConsent(
  { clock }: { clock: Clock },
  tx: Tx,
  { accountId, purpose, subject, address, sampleHashes }: Given,
): Promise<void> {
  const now = clock.now();
  await insertConsent(tx, {
    id: uuidv7(now.getTime()),
    account_id: accountId,
    voice_id: subject,
    purpose,
    ...CONSENT_TEXTS[purpose],
    address,
    sample_hashes: [...sampleHashes],
    given_at: now,
  });
}

/** Returns the consent to a film of somebody's face. Null: none was given, or the film shows a preset. */
export async function findFilmConsent(db: Db, accountId: string, jobId: string): Promise<ConsentRow | null> {
  return (await selectFaceConsent(db, accountId, uuidWithin(jobId))) ?? null;
}

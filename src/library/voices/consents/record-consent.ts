import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { CONSENT } from './consent-text.ts';
import { type ConsentPurpose, insertConsent } from './queries.ts';

type Given = {
  accountId: string;
  voiceId: string;
  purpose?: ConsentPurpose;
  address: string;
  sampleHashes: readonly string[];
};

/** Call in the transaction that does what the consent is for. */
export async function recordConsent(
  { clock }: { clock: Clock },
  tx: Tx,
  { accountId, voiceId, purpose = 'clone', address, sampleHashes }: Given,
): Promise<void> {
  const now = clock.now();
  await insertConsent(tx, {
    id: uuidv7(now.getTime()),
    account_id: accountId,
    voice_id: voiceId,
    purpose,
    version: CONSENT.version,
    text: CONSENT.text,
    address,
    sample_hashes: [...sampleHashes],
    given_at: now,
  });
}

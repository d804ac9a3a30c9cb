import { sql, type Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';

/** Change the version with the text: records keep both. */
const CONSENT = {
  version: '2026-11-16',
  text: 'I may offer this voice to other customers of this service: it is my own, or its speaker has agreed that others use it, for the price and the licence of the listing.',
};

type Given = { accountId: string; voiceId: string; address: string; hashes: readonly string[]; now: Date };

/** Kept after the listing and the voice are gone. */
export async function recordPublishConsent(
  tx: Tx,
  { accountId, voiceId, address, hashes, now }: Given,
): Promise<void> {
  await sql`
    INSERT INTO voice_consents (id, account_id, voice_id, purpose, version, text, address, sample_hashes, given_at)
    VALUES (${uuidv7(now.getTime())}::uuid, ${accountId}::uuid, ${voiceId}::uuid, 'publish', ${CONSENT.version},
      ${CONSENT.text}, ${address}, ${[...hashes]}::text[], ${now}::timestamptz)
  `.execute(tx);
}

import { PRINT_SIZE } from '../../engines/speaker-embedding/index.ts';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { prefixedId, uuidv7 } from '../../src/platform/ids.ts';
import type { Customer } from './customer.ts';
import type { TestService } from './test-service.ts';

type Options = {
  status?: 'queued' | 'ready' | 'failed';
  source?: 'clone' | 'design';
  language?: string;
  /** Spoken consent was given and checked. */
  spoken?: boolean;
  /** Sets the direction of the voice print: voices with the same seed sound alike. */
  seed?: number;
};

/** Returns a print of unit length. Prints of different seeds are unlike. */
function printOfSeed(seed: number): number[] {
  const print = Array.from({ length: PRINT_SIZE }, (_, i) => Math.sin((seed + 1) * (i + 1) * 1.7));
  const length = Math.hypot(...print);
  return print.map((value) => value / length);
}

/** A voice of the customer, as cloning leaves it, without the work. */
export async function giveVoice(
  { db, clock }: Pick<TestService, 'db' | 'clock'>,
  { accountId }: Pick<Customer, 'accountId'>,
  { status = 'ready', source = 'clone', language = 'en-us', spoken = true, seed = 1 }: Options = {},
): Promise<string> {
  const id = uuidv7();
  const ready = status === 'ready';
  const speaker = ready ? JSON.stringify(await presetSpeaker('am_adam')) : null;
  await sql`
    INSERT INTO voices (id, account_id, source, kind, name, status, job_id, engine, served_by, language, gender, speaker,
      print, error, created_at)
    VALUES (${id}, ${accountId}, ${source}, ${source === 'clone' ? 'instant' : null}, 'Adam', ${status},
      ${prefixedId('job')}, 'f5-tts', ${ready ? 'kokoro-82m' : null}, ${language}, 'male', ${speaker}::jsonb,
      ${ready ? printOfSeed(seed) : null}::real[], ${status === 'failed' ? 'The sample is silent.' : null}, ${clock.now()})
  `.execute(db);
  await sql`
    INSERT INTO voice_consents (id, account_id, voice_id, purpose, version, text, sample_hashes, verified_at, given_at)
    VALUES (${uuidv7()}, ${accountId}, ${id}, 'clone', 'test', 'test', '{}', ${spoken ? clock.now() : null}, ${clock.now()})
  `.execute(db);
  return id;
}

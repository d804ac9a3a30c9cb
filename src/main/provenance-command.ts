import { decodePcm16, encodePcm16 } from '../../engines/codec/index.ts';
import { resampled } from '../../engines/dsp/index.ts';
import type { Db } from '../platform/database/index.ts';
import { internalError } from '../platform/errors.ts';
import { createThreads } from '../platform/threads/index.ts';
import { findRecords, type Known } from '../work/provenance/index.ts';

export const PROVENANCE = 'provenance';

const WrongCommand = internalError('invalid', 'wrong_command', 'Usage: ./run provenance FILE');

/** As telephones have it, which is all that the search hears. */
const SOUND_RATE = 8_000;

/** What a command knows of the file. `sound` is mono. */
type File = { sha256: string; label: string | null; sound: Float32Array | null };

/** The arguments with which a command asks the running service, which may not see the file. */
export function argumentsFor({ sha256, label, sound }: File, sampleRate: number): string[] {
  const heard = sound ? encodePcm16(resampled(sound, sampleRate, SOUND_RATE)).toString('base64') : '';
  return [PROVENANCE, sha256, label ?? '', heard];
}

const FOUND_BY: Record<Known['by'], string> = {
  hash: 'this file was delivered here, byte for byte:',
  manifest: 'the file was changed, but its manifest names one that was delivered here:',
  sound: 'the file was changed, but sounds for five seconds or more like what was delivered here:',
};

/** What the registry knows of a file with this hash, this manifest or this sound. Returns the text to print. */
export async function describeFile(
  db: Db,
  [sha256 = '', label = '', sound = '']: readonly string[],
): Promise<string> {
  if (!/^[0-9a-f]{64}$/u.test(sha256)) throw new WrongCommand();
  const samples = decodePcm16(Buffer.from(sound, 'base64'));
  const threads = createThreads();
  try {
    const known = await findRecords(
      { db, threads },
      {
        sha256: Buffer.from(sha256, 'hex'),
        label: label === '' ? null : label,
        sound: async function* whole() {
          yield samples;
        },
        listening: { sampleRate: SOUND_RATE, owner: PROVENANCE },
      },
    );
    const [first] = known;
    if (!first)
      return 'Registry  nothing is known of it. It may have been changed, or made elsewhere, or its record has expired.';
    return [`Registry  ${FOUND_BY[first.by]}`, ...known.map(describe)].join('\n');
  } finally {
    await threads.close();
  }
}

function describe({ row }: Known): string {
  const owner = row.account_id === null ? 'an account that was erased' : `account ${row.account_id}`;
  const key = row.credential_id === null ? '' : `, key ${row.credential_id}`;
  const job = row.job_id === null ? '' : `, job ${row.job_id}`;
  const made = `${row.made_at.toISOString()}  ${row.kind}, ${row.content_type}, ${row.facts.models.join(', ')}`;
  return `  ${made}\n    by ${owner}${key}${job}; id ${row.id}`;
}

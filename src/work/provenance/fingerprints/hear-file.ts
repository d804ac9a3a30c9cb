import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DecodeToFile } from '../../../../engines/ffmpeg/index.ts';
import { keepLandmarks } from '../../../../engines/fingerprint/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Threads } from '../../../platform/threads/index.ts';

export type HearFileDeps = {
  decodeToFile: DecodeToFile;
  /** Of their own: an hour of film takes a thread for half a minute, and tenants' programs must not wait for it. */
  threads: Pick<Threads, 'run'>;
  log: Log;
};

type File = { path: string; folder: string; accountId: string };

/** Longer films are recognised by their first hours. */
const MAX_SECONDS = 4 * 3_600;
/** The rate at which files are decoded. */
const SAMPLE_RATE = 16_000;
/** A worker gives its upload up after five silent minutes, and the film must be signed and stored in the rest of them. */
const MAX_MS = 3 * 60_000;

/**
 * The landmarks of a film or sound. Null if it has no sound, or none that can be read now: a customer's film must not fail because it
 * would not be recognised later.
 */
export async function hearFile(
  deps: HearFileDeps,
  file: File,
  { maxMs = MAX_MS } = {},
): Promise<Buffer | null> {
  const target = join(file.folder, 'sound');
  const late = AbortSignal.timeout(maxMs);
  try {
    return await inTime(hear(deps, file, target, late), late);
  } catch (error) {
    if (!late.aborted && !(error instanceof DomainError)) throw error;
    if (!(error instanceof DomainError && error.code === 'no_audio_track'))
      deps.log.warn(
        { err: error },
        'a film or sound will not be recognised by its sound: it could not be heard',
      );
    return null;
  } finally {
    // An hour of it takes 230 MB, and the film is about to be written once more.
    await rm(target, { force: true });
  }
}

async function hear(
  { decodeToFile, threads }: HearFileDeps,
  { path, accountId: owner }: File,
  target: string,
  signal: AbortSignal,
): Promise<Buffer> {
  await decodeToFile(path, { target, maxSeconds: MAX_SECONDS, signal });
  const sound = { path: target, sampleRate: SAMPLE_RATE };
  const work = { owner, what: 'Hearing a film', budgetMs: MAX_MS, signal };
  return Buffer.from(await threads.run(keepLandmarks, sound, work));
}

/** A thread that has begun is not stopped by the signal. */
async function inTime<Result>(work: Promise<Result>, late: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const end = (): void => reject(late.reason);
  late.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    late.removeEventListener('abort', end);
  }
}

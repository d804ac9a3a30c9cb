/**
 * Recordings of people from Debian packages, with known texts and lip closures. The closures were marked by eye
 * on spectrograms (`people.json`), without the network, and nothing was ever tuned on these recordings.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackPackage } from '../debian-package.ts';
import type { Span } from './compare-tracks.ts';

export type Recording = { speaker: string; path: string; closures: Span[] };

/** `closures` are the middles of closures, in seconds. */
type Marked = { speaker: string; package: string; file: string; text: string; closures: number[] };

const HALF_STEP_SECONDS = 0.005;

/** Downloaded into the folder if missing. */
export async function fetchRecordings(folder: string): Promise<Recording[]> {
  const marked = JSON.parse(readFileSync(new URL('people.json', import.meta.url), 'utf8')) as Marked[];
  const recordings: Recording[] = [];
  for (const { speaker, package: name, file, closures } of marked)
    recordings.push({
      speaker,
      path: decoded(join(await unpackPackage(name, folder), file)),
      closures: closures.map((middle) => ({
        startSeconds: middle - HALF_STEP_SECONDS,
        endSeconds: middle + HALF_STEP_SECONDS,
      })),
    });
  return recordings;
}

/** The service does not accept telephone formats. */
function decoded(path: string): string {
  const wav = `${path}.wav`;
  if (!existsSync(wav)) execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-ar', '16000', wav]);
  return wav;
}

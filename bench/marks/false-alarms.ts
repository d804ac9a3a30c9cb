/**
 * npm run bench:false-alarms -- FOLDER…
 *
 * What the detector takes for marked among sounds of others. Each folder is one kind of sound; its files, a minute of each at most, are heard one
 * after the other as one recording, in windows of five seconds that begin every second.
 */
import { globSync } from 'node:fs';
import { loadDetectors } from '../../engines/watermark/detectors.ts';
import { hear } from '../../engines/watermark/hear.ts';
import { judge } from '../../engines/watermark/verdict.ts';
import { RATE, readSound } from '../fingerprint/fates.ts';

const FILES = '**/*.{wav,ogg,flac,mp3,wv,opus,WAV,OGG}';
const LONGEST_SECONDS = 60;
/** A click is no recording. */
const LEAST_SECONDS = 0.2;

const detect = await loadDetectors();
const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('Name folders with sounds that have no mark.');
console.log('| folder | files | seconds | windows | taken for marked | most |\n|---|---|---|---|---|---|');
for (const folder of folders) {
  let files = 0;
  let seconds = 0;
  async function* sounds(): AsyncGenerator<Float32Array> {
    for (const path of globSync(FILES, { cwd: folder }).sort()) {
      const sound = soundOf(`${folder}/${path}`)?.subarray(0, LONGEST_SECONDS * RATE);
      if (!sound || sound.length < LEAST_SECONDS * RATE) continue;
      files += 1;
      seconds += sound.length / RATE;
      yield sound;
    }
  }
  const { windows } = judge(await hear(sounds(), RATE, detect));
  const odds = windows.map(({ probability }) => probability);
  const most = odds.reduce((highest, odd) => Math.max(highest, odd), 0);
  const taken = odds.filter((odd) => odd > 0.5).length;
  console.log(`| ${folder} | ${files} | ${Math.round(seconds)} | ${windows.length} | ${taken} | ${most} |`);
}

/** Undefined if ffmpeg cannot read the file. */
function soundOf(path: string): Float32Array | undefined {
  try {
    return readSound(path);
  } catch {
    return undefined;
  }
}

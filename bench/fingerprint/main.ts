/**
 * How surely five seconds are recognised: `npm run bench:fingerprint -- FOLDER`.
 *
 * FOLDER is what `training/watermark/sounds.ts` wrote. All its sounds are kept; two pieces of each sound of `held-out` are looked for among
 * them, after each fate. A sound of the same voice is not counted as a wrong one, because it may say the same sentence.
 */
import { globSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { align, createFingerprinter, type Landmark, landmarksAt } from '../../engines/fingerprint/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { FATES, RATE, readSound } from './fates.ts';

const PIECE = 5 * RATE;
const SPEEDS = [1, 0.95, 0.96, 0.97, 0.98, 0.99, 1.01, 1.02, 1.03, 1.04, 1.05];
/** As the service asks for. */
const ENOUGH = 13;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder that training/watermark/sounds.ts wrote.');

const fingerprintOf = (sound: Float32Array): Landmark[] => {
  const fingerprinter = createFingerprinter(RATE);
  fingerprinter.push(sound);
  return fingerprinter.end();
};
const voiceOf = (path: string): string => basename(path).split('-')[0] ?? '';

const paths = globSync(join(folder, '{held-out,learn}/{speech,music,effects}/*.wav')).sort();
const sounds = paths
  .map((path) => ({ path, sound: readSound(path) }))
  .filter(({ sound }) => sound.length > PIECE / 2);
const beganAt = process.cpuUsage();
const kept = sounds.map(({ path, sound }) => ({ path, landmarks: fingerprintOf(sound) }));
const cpuSeconds = process.cpuUsage(beganAt).user / 1e6;
const seconds = sounds.reduce((sum, { sound }) => sum + sound.length, 0) / RATE;
const landmarks = kept.reduce((sum, one) => sum + one.landmarks.length, 0);
console.log(describeMachine());
console.log(
  `${kept.length} sounds, ${(seconds / 60).toFixed(0)} minutes; ${(landmarks / seconds).toFixed(0)} landmarks and ${((1_000 * cpuSeconds) / seconds).toFixed(1)} CPU-ms a second`,
);

const asked = sounds.filter(({ path, sound }) => path.includes('/held-out/') && sound.length > 1.1 * PIECE);
console.log(
  '\n| | speech | music | effects | most of another sound: speech, music, effects |\n|---|---|---|---|---|',
);
for (const [name, fate] of Object.entries(FATES)) {
  const found: Record<string, { right: number; of: number; wrong: number }> = {};
  for (const { path, sound } of asked) {
    const kind = relative(join(folder, 'held-out'), path).split('/')[0] ?? '';
    const tally = found[kind] ?? { right: 0, of: 0, wrong: 0 };
    found[kind] = tally;
    const heard = fate(sound);
    for (const start of [0.07, 0.93]) {
      const from = Math.floor(start * (heard.length - PIECE));
      const { right, wrong } = lookFor(heard.slice(from, from + PIECE), path, SPEEDS);
      tally.of += 1;
      if (right >= ENOUGH) tally.right += 1;
      tally.wrong = Math.max(tally.wrong, wrong);
    }
  }
  const kinds = ['speech', 'music', 'effects'].map((kind) => found[kind]);
  const cells = kinds.map((one) => (one ? `${one.right} of ${one.of}` : ''));
  console.log(`| ${name} | ${cells.join(' | ')} | ${kinds.map((one) => one?.wrong ?? '').join(', ')} |`);
}

/** At the speed it was made, and at others only if that finds nothing. */
function lookFor(
  piece: Float32Array,
  path: string,
  speeds: readonly number[],
): { right: number; wrong: number } {
  let right = 0;
  let wrong = 0;
  for (const speed of speeds) {
    const sought = landmarksAt(speed, piece, RATE);
    for (const one of kept) {
      if (one.path !== path && voiceOf(one.path) === voiceOf(path)) continue;
      const { matches } = align(sought, one.landmarks);
      if (one.path === path) right = Math.max(right, matches);
      else wrong = Math.max(wrong, matches);
    }
    if (right >= ENOUGH) break;
  }
  return { right, wrong };
}

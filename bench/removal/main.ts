/**
 * npm run bench:removal -- FOLDER [--only 'ATTACK;…'] [--quick]
 *
 * What plain means do to the mark, and what they do to the speech. FOLDER is what `training/watermark/sounds.ts` wrote; ten seconds of each
 * voice in `held-out/speech` are marked. Then the other way round: the mark is put into recordings of people, from Debian's telephone prompts.
 * `--quick` leaves out words and voice prints, which cost most.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readWav } from '../../engines/codec/index.ts';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { printCosine } from '../../engines/voice-cloning/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { RATE } from '../fingerprint/fates.ts';
import { ATTACKS, silence, type Target } from './attacks.ts';
import { openEars } from './ears.ts';
import { FORGERIES } from './forgeries.ts';
import { readPeople } from './people.ts';
import { bandLevels, framesOf, magnitudesOf } from './spectra.ts';

const CLIP = 10 * RATE;
/** At another place of the pattern, which is 2.56 s long. */
const LATER_SECONDS = 0.7;
/** What is quieter than this below the loudest band is not heard. */
const HEARD_DB = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder that training/watermark/sounds.ts wrote.');
const only = values.only?.split(';');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { modelsDir, dataDir } = parseConfig(process.env);
const ears = await openEars(modelsDir);

const clips = globSync(join(folder, 'held-out/speech/*-0.wav'))
  .sort()
  .map((path) => ({ isEnglish: /\/[ab][fm]_[^/]*$/.test(path), sound: clipOf(path) }));
const plain = clips.map(({ sound }) => sound);
const marked = await eachOf(plain, (sound) => ears.mark(sound));
const later = await eachOf(plain, async (sound) => {
  const lead = silence(LATER_SECONDS);
  return (await ears.mark(joinSamples([lead, sound]))).slice(lead.length);
});
const residues = marked.map((sound, i) => sound.map((x, k) => x - (plain[i]?.[k] ?? 0)));
const { quick } = values;
const prints = quick ? [] : await eachOf(marked, (sound) => ears.print(sound));
const words = quick
  ? []
  : await eachOf(marked, async (sound, i) => (clips[i]?.isEnglish ? ears.words(sound) : ''));

print(describeMachine());
print(
  `\n${clips.length} clips of 10 s, ${clips.filter(({ isEnglish }) => isEnglish).length} of them English\n`,
);
print(
  '| attack | windows found | words that change, % | voice print, cosine | levels of bands change, dB rms |',
);
print('|---|---|---|---|---|');
for (const [name, { by, isAligned }] of Object.entries(ATTACKS)) {
  if (only && !only.includes(name)) continue;
  const attacked = await eachOf(marked, (sound, i) => by(targetOf(sound, i)));
  const change = isAligned ? levelChange(attacked).toFixed(1) : '';
  print(
    `| ${[name, await found(attacked), ...(quick ? ['', ''] : await harmTo(attacked)), change].join(' | ')} |`,
  );
}
const people = await readPeople(join(dataDir, 'bench-removal'), CLIP, clips.length);
print('\n| forgery | windows found |\n|---|---|');
for (const [name, forge] of Object.entries(FORGERIES)) {
  if (only && !only.includes(name)) continue;
  const forged = await eachOf(people, (person, i) =>
    forge({
      person,
      plain: plain[i] ?? person,
      marked: marked[i] ?? person,
      mark: ears.mark,
      denoise: ears.denoise,
    }),
  );
  print(`| ${name} | ${await found(forged)} |`);
}
print(`\n${describeMachine()}`);
await ears.close();

function clipOf(path: string): Float32Array {
  const { samples, sampleRate } = readWav(readFileSync(path));
  return resampled(samples, sampleRate, RATE).slice(0, CLIP);
}

async function eachOf<Made>(
  sounds: readonly Float32Array[],
  work: (sound: Float32Array, i: number) => Made | Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [i, sound] of sounds.entries()) made.push(await work(sound, i));
  return made;
}

function targetOf(sound: Float32Array, i: number): Target {
  const other = residues[(i + 1) % residues.length] ?? new Float32Array();
  const { mark, denoise } = ears;
  return { marked: sound, otherMark: later[i] ?? sound, otherResidue: other, mark, denoise };
}

async function found(sounds: readonly Float32Array[]): Promise<string> {
  const heard = await eachOf(sounds, (sound) => ears.windows(sound));
  const sum = (of: 'found' | 'of'): number => heard.reduce((all, one) => all + one[of], 0);
  return `${sum('found')} of ${sum('of')}`;
}

/** Compared with the marked sound, whose words and voice were heard before. */
async function harmTo(sounds: readonly Float32Array[]): Promise<string[]> {
  let wrong = 0;
  let spoken = 0;
  let cosines = 0;
  for (const [i, sound] of sounds.entries()) {
    const own = prints[i];
    if (own) cosines += printCosine(own, await ears.print(sound));
    if (!clips[i]?.isEnglish) continue;
    const { errors, words: count } = wordErrors(words[i] ?? '', await ears.words(sound));
    wrong += errors;
    spoken += count;
  }
  return [((100 * wrong) / spoken).toFixed(0), (cosines / sounds.length).toFixed(3)];
}

/** In bands and frames that can be heard, apart from the loudness of the whole. */
function levelChange(sounds: readonly Float32Array[]): number {
  const levels = (sound: Float32Array): Float64Array[] => bandLevels(framesOf(sound).map(magnitudesOf));
  let squares = 0;
  let count = 0;
  for (const [i, sound] of sounds.entries()) {
    const after = levels(sound);
    const before = levels(marked[i] ?? sound);
    const most = Math.max(...before.map((row) => Math.max(...row)));
    const changes = before.flatMap((row, n) =>
      [...row].flatMap((level, band) => (level > most - HEARD_DB ? [(after[n]?.[band] ?? 0) - level] : [])),
    );
    const mean = changes.reduce((sum, value) => sum + value, 0) / changes.length;
    squares += changes.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    count += changes.length;
  }
  return Math.sqrt(squares / count);
}

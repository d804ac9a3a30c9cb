/**
 * Share of speech attributed to the wrong speaker, in dialogues of our own engine's voices. `npm run bench:speakers
 * [-- --audio FOLDER]` caches the speech in FOLDER for the next run; the first takes about ten minutes.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findTurns, withPitch } from '../../engines/diarization/index.ts';
import { pitchesOf } from '../../engines/dsp/index.ts';
import { sessionOptions } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { levelled } from '../../engines/transcription/level.ts';
import {
  type Dialogue,
  dialogueOf,
  type Score,
  scoreOf,
} from '../../engines/transcription/testing/dialogues.ts';
import { createSpeaker } from '../../engines/transcription/testing/spoken.ts';
import { findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import { loadSilero, speechSpans } from '../../engines/voice-activity/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { type Length, linesOf, VOICES } from './lines.ts';

const { values } = parseArgs({ options: { audio: { type: 'string' } } });
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.audio ?? join(dataDir, 'bench-speakers');
await mkdir(folder, { recursive: true });
const weights = await findTranscriptionWeights({ modelsDir });
const voiceWeights = await findVoiceWeights({ modelsDir });
if (!weights || !voiceWeights) throw new Error('the weights are not installed');

type Line = { voice: string; length: Length; samples: Float32Array };
const speaker = createSpeaker(modelsDir);
const lines = new Map<string, Line[]>();
for (const [i, voice] of [...VOICES.tuned, ...VOICES.heldOut].entries()) {
  const own: Line[] = [];
  for (const [n, { length, text }] of linesOf(i).entries()) {
    const path = join(folder, `${voice}.${n}.${length}.f32`);
    if (!existsSync(path))
      await writeFile(path, new Uint8Array((await speaker.synthesize(text, voice)).buffer));
    const bytes = await readFile(path);
    const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    own.push({ voice, length, samples });
  }
  lines.set(voice, own);
}
await speaker.close();

const LENGTHS: Length[][] = [['mid'], ['short', 'mid'], ['mid', 'long'], ['short', 'mid', 'long']];
/** Seconds, from and to. The last is unnatural: not even a breath between two turns. */
const GAPS: [number, number][] = [
  [0.15, 0.5],
  [0.3, 0.8],
  [0.05, 0.2],
  [0, 0],
];

/** The voices take turns as long as each has a line left. */
function dialogue(voices: readonly string[], kind: number, gap: number): Dialogue {
  const left = voices.map((voice) =>
    (lines.get(voice) ?? []).filter(({ length }) => LENGTHS[kind]?.includes(length)),
  );
  const turns = Math.min(...left.map(({ length }) => length));
  const order = Array.from({ length: turns }, (_, turn) =>
    left.map((own) => own[(turn * 2 + kind) % turns] ?? own[turn]),
  );
  const ordered = order.flat().filter((line) => line !== undefined);
  const [least, most] = GAPS[gap] ?? [0, 0];
  return dialogueOf(ordered, (i) => least + (((i * 7) % 10) / 10) * (most - least));
}

const silero = await loadSilero(weights.silero, sessionOptions(1));
const voiceprints = await loadVoiceprints(voiceWeights, sessionOptions(1));
let cpuSeconds = 0;
let audioSeconds = 0;

async function score({ samples, truth }: Dialogue): Promise<Score> {
  const sound = levelled(samples);
  const speech = speechSpans(await silero.probabilities(sound));
  const before = process.cpuUsage();
  const voices = withPitch(await voiceprints.analyse(sound, speech), pitchesOf(sound), speech);
  const turns = findTurns(voices, speech, { maxSpeakers: 8 });
  const { user, system } = process.cpuUsage(before);
  cpuSeconds += (user + system) / 1e6;
  audioSeconds += samples.length / 16_000;
  return scoreOf(truth, turns);
}

async function print(name: string, speakers: number, dialogues: readonly Dialogue[]): Promise<void> {
  const scores: Score[] = [];
  for (const one of dialogues) scores.push(await score(one));
  const sum = (of: (one: Score) => number) => scores.reduce((total, one) => total + of(one), 0);
  const wrong = sum((one) => one.wrongSeconds);
  const speechSeconds = sum((one) => one.spokenSeconds);
  const counts = [-1, 0, 1].map(
    (way) => scores.filter(({ found }) => Math.sign(found - speakers) === way).length,
  );
  console.log(
    `| ${name} | ${scores.length} | ${speechSeconds.toFixed(0)} | ${((100 * wrong) / speechSeconds).toFixed(1)} % | ${counts.join(' / ')} |`,
  );
}

console.log(`${describeMachine()}\n`);
console.log(
  '| | dialogues | s of speech | wrong speaker | too few / right / too many |\n|---|---|---|---|---|',
);
const SET_NAMES = { heldOut: 'held-out', tuned: 'tuned' };
for (const set of ['heldOut', 'tuned'] as const) {
  const voices = VOICES[set];
  const pairs = voices.flatMap((a, i) => voices.slice(i + 1).map((b) => [a, b]));
  const sex = ([a = '', b = '']: string[]) =>
    a[1] === b[1] ? (a[1] === 'f' ? 'two women' : 'two men') : 'a woman and a man';
  // A small set uses all four combinations of lengths and gaps for each pair, a large set one per pair.
  const ways = (i: number) => (voices.length > 6 ? [i % 4] : [0, 1, 2, 3]);
  const made = pairs.flatMap((pair, i) =>
    ways(i).map((way) => ({ pair, way, made: dialogue(pair, way, (way + i) % 4), gap: (way + i) % 4 })),
  );
  for (const kind of ['a woman and a man', 'two women', 'two men'])
    for (const breath of [true, false]) {
      const some = made.filter(({ pair, gap }) => sex(pair) === kind && gap < 3 === breath);
      await print(
        `${SET_NAMES[set]}: ${kind}${breath ? '' : ', no pause'}`,
        2,
        some.map((one) => one.made),
      );
    }
  await print(
    `${SET_NAMES[set]}: one voice`,
    1,
    voices.map((voice) => dialogue([voice], 3, 0)),
  );
  const trios = voices.map((_, i) => [0, 1, 2].map((step) => voices[(i + step) % voices.length] ?? ''));
  await print(
    `${SET_NAMES[set]}: three voices`,
    3,
    trios.map((trio, i) => dialogue(trio, 3, i % 3)),
  );
}
console.log(
  `\n${(cpuSeconds / audioSeconds).toFixed(3)} CPU-s per s of audio; resident ${Math.round(process.memoryUsage.rss() / 1e6)} MB`,
);

/**
 * Speaker labels on people: `npm run bench:labels [-- --people FOLDER]`. Mixes recordings of two and three people into
 * dialogues, as they are and over a telephone line. FOLDER caches the recordings of `bench:same-speaker`.
 */
import { join } from 'node:path';
import { findTurns, withPitch } from '../../engines/diarization/index.ts';
import { pitchesOf } from '../../engines/dsp/index.ts';
import { levelled } from '../../engines/transcription/level.ts';
import {
  type Dialogue,
  dialogueOf,
  type Score,
  scoreOf,
} from '../../engines/transcription/testing/dialogues.ts';
import { atLevel } from '../../engines/transcription/testing/spoken.ts';
import { speechSpans } from '../../engines/voice-activity/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { loadNetworks, openPeople } from '../same-speaker/open-people.ts';
import { SPEAKERS } from '../same-speaker/people.ts';
import { telephoned } from '../same-speaker/telephone.ts';
import { readWave } from '../voices/speakers.ts';

const RATE = 16_000;
/** Turns of one person: seconds of the recording, from and to. */
const TURNS = [
  [0, 3],
  [3, 5],
  [5, 9],
] as const;
const LEVEL_DBFS = -24;

const folder = await openPeople();
const { voiceprints, silero } = await loadNetworks();

const turnsOf = new Map<string, Float32Array[]>();
for (const { name } of SPEAKERS) {
  const sound = await readWave(join(folder, `${name}-a.wav`));
  const turns = TURNS.map(([from, to]) => atLevel(sound.slice(from * RATE, to * RATE), LEVEL_DBFS));
  turnsOf.set(name, turns);
}

/** People take turns, with pauses of 0.2 to 0.6 seconds. */
function dialogue(people: readonly string[]): Dialogue {
  const lines = TURNS.flatMap((_, turn) =>
    people.map((voice) => ({ voice, samples: turnsOf.get(voice)?.[turn] ?? new Float32Array(RATE) })),
  );
  return dialogueOf(lines, (i) => 0.2 + ((i * 3) % 5) / 10);
}

async function score({ samples, truth }: Dialogue, leastSpeakers: number): Promise<Score> {
  const sound = levelled(samples);
  const speech = speechSpans(await silero.probabilities(sound));
  const voices = withPitch(await voiceprints.analyse(sound, speech), pitchesOf(sound), speech);
  return scoreOf(
    truth,
    findTurns(voices, speech, { maxSpeakers: leastSpeakers > 1 ? leastSpeakers : 8, leastSpeakers }),
  );
}

/** `told`: how many speakers there are is known. */
async function print(name: string, groups: readonly (readonly string[])[], told = false): Promise<void> {
  for (const band of ['original', 'telephone']) {
    const scores: { people: readonly string[]; score: Score }[] = [];
    for (const people of groups) {
      const mixed = dialogue(people);
      const samples = band === 'original' ? mixed.samples : await telephoned(mixed.samples);
      scores.push({ people, score: await score({ ...mixed, samples }, told ? people.length : 1) });
    }
    const sum = (of: (one: Score) => number) => scores.reduce((total, one) => total + of(one.score), 0);
    const counts = [-1, 0, 1].map(
      (way) => scores.filter((one) => Math.sign(one.score.found - one.people.length) === way).length,
    );
    const wrong = (100 * sum(({ wrongSeconds }) => wrongSeconds)) / sum(({ spokenSeconds }) => spokenSeconds);
    console.log(`| ${name}, ${band} | ${groups.length} | ${wrong.toFixed(1)} % | ${counts.join(' / ')} |`);
  }
}

const names = SPEAKERS.map(({ name }) => name);
/** Each person with those at these distances in the list: another package nearly always. */
const apart = (distances: readonly number[]): string[][] =>
  names.map((name, i) => [name, ...distances.map((step) => names[(i + step) % names.length] ?? '')]);
/** Two people of one package, in one language: nothing but the voice differs. */
const alike = [
  ['fillets-cs-m', 'fillets-cs-v'],
  ['fillets-nl-m', 'fillets-nl-v'],
  ...['female1', 'female2', 'male1', 'male2'].flatMap((one, i, all) =>
    all.slice(i + 1).map((other) => [`kajongg-${one}`, `kajongg-${other}`]),
  ),
];

console.log(`${describeMachine()}\n${names.length} people.\n`);
console.log('| | dialogues | wrong speaker | too few / right / too many |\n|---|---|---|---|');
await print(
  'one person',
  names.map((name) => [name]),
);
await print('two people, recorded apart', apart([5]));
await print('two people, recorded apart, told that they are two', apart([5]), true);
await print('two people, recorded alike', alike);
await print(
  'three people, recorded apart',
  apart([5, 11]).filter((_, i) => i % 3 === 0),
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpeakerArtifact, TIMBRE_PARTS, TIMBRE_SIZE } from '../../speech/index.ts';
import { type DescentDependencies, descendTimbre } from './descend-timbre.ts';
import { beginFitting, type Fitting, speakerOf } from './fitting.ts';
import { FITTING_SENTENCES } from './sentences.ts';

const START: SpeakerArtifact = {
  engine: 'kokoro-82m',
  version: 1,
  baseVoice: 'af_heart',
  style: Array.from({ length: 256 }, (_, i) => Math.sin(i) / 4),
  f0Scale: 1.1,
  pace: 1,
  equaliserDb: new Array<number>(8).fill(0),
  score: null,
};
const SIZE = TIMBRE_PARTS * TIMBRE_SIZE;
/** Offsets at which the decoder would speak with the target voice. */
const WANTED = Array.from({ length: SIZE }, (_, i) => 0.3 * Math.cos(i));
const NOTHING = new Array<number>(SIZE).fill(0);

const distance = ({ timbreOffsets = NOTHING }: SpeakerArtifact): number =>
  Math.hypot(...timbreOffsets.map((value, i) => value - (WANTED[i] ?? 0)));

function listener(): DescentDependencies & { phonemesUsed: string[]; judged: number[] } {
  const phonemesUsed: string[] = [];
  const judged: number[] = [];
  return {
    phonemesUsed,
    judged,
    analyse: async ({ timbreOffsets = NOTHING }, phonemes) => {
      phonemesUsed.push(phonemes);
      const gradient = Float32Array.from(timbreOffsets, (value, i) => value - (WANTED[i] ?? 0));
      return { likeness: 0, spectrumErrorDb: 0, articulationError: 0, gradient };
    },
    judge: async (speaker) => {
      judged.push(distance(speaker));
      return distance(speaker);
    },
    deviations: new Array<number>(256).fill(1),
  };
}

test('moves towards the target voice, and changes only the timbre offsets', async () => {
  const fitting = await descendTimbre(listener(), beginFitting(START, 20));
  const fitted = speakerOf(fitting, fitting.offsets);
  assert.ok(distance(fitted) < distance(START) / 4);
  const { timbreOffsets, ...rest } = fitted;
  assert.equal(timbreOffsets?.length, SIZE);
  assert.deepEqual(rest, START);
});

test('cycles through the sentences, and evaluates on another one before the first step, every fifth step and after the last', async () => {
  const descentDependencies = listener();
  await descendTimbre(descentDependencies, beginFitting(START, FITTING_SENTENCES.length + 1));
  assert.deepEqual(descentDependencies.phonemesUsed, [...FITTING_SENTENCES, FITTING_SENTENCES[0]]);
  assert.equal(descentDependencies.judged.length, 4);
});

test('an interrupted fitting resumes from its checkpoint and ends with the same result', async () => {
  const whole = await descendTimbre(listener(), beginFitting(START, 9));
  let kept = '';
  const crash = new Error('the process died');
  const onStep = (fitting: Fitting) => {
    if (fitting.memory.steps === 5) throw crash;
    kept = JSON.stringify(fitting);
  };
  await assert.rejects(descendTimbre(listener(), beginFitting(START, 9), onStep), crash);
  const descentDependencies = listener();
  const resumed = await descendTimbre(descentDependencies, JSON.parse(kept) as Fitting);
  assert.deepEqual(resumed, whole);
  assert.equal(descentDependencies.phonemesUsed.length, 5);
});

test('keeps the step that scores best on the other sentence, not the last step', async () => {
  const losses = [0.5, 0.2, 0.9];
  const descentDependencies = { ...listener(), judge: async () => losses.shift() ?? 1 };
  let fifth: Fitting | undefined;
  const onStep = (fitting: Fitting) => {
    if (fitting.memory.steps === 5) fifth = fitting;
  };
  const fitting = await descendTimbre(descentDependencies, beginFitting(START, 10), onStep);
  assert.deepEqual(fitting.best, { offsets: fifth?.offsets, loss: 0.2 });
});

test('regularisation keeps numbers near the start where voices are close together', async () => {
  const free = await descendTimbre(listener(), beginFitting(START, 30));
  const held = await descendTimbre(
    { ...listener(), deviations: new Array<number>(256).fill(0.0006) },
    beginFitting(START, 30),
  );
  const moved = ({ offsets }: Fitting) => Math.hypot(...offsets);
  assert.ok(moved(held) < moved(free) / 2, `${moved(held)} and ${moved(free)}`);
});

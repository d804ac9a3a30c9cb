import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SpeakerArtifact, TIMBRE_SIZE } from '../../speech/index.ts';
import { type DescentDependencies, descendTimbre } from './descend-timbre.ts';
import { beginFitting, type Fitting, speakerOf } from './fitting.ts';

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
/** The voice that is wanted; in the numbers of the prosody as well, which must stay. */
const WANTED = START.style.map((value, i) => value + 0.3 * Math.cos(i));

const distance = ({ style }: SpeakerArtifact): number =>
  Math.hypot(...style.slice(0, TIMBRE_SIZE).map((value, i) => value - (WANTED[i] ?? 0)));

function listener(): DescentDependencies & { heard: string[]; judged: number[] } {
  const heard: string[] = [];
  const judged: number[] = [];
  return {
    heard,
    judged,
    hear: async ({ style }, phonemes) => {
      heard.push(phonemes);
      const gradient = Float32Array.from(
        { length: TIMBRE_SIZE },
        (_, i) => (style[i] ?? 0) - (WANTED[i] ?? 0),
      );
      return { likeness: 0, spectrumErrorDb: 0, gradient };
    },
    judge: async (speaker) => {
      judged.push(distance(speaker));
      return distance(speaker);
    },
    deviations: new Array<number>(256).fill(1),
  };
}

test('goes towards the voice that is wanted, in the timbre alone', async () => {
  const fitting = await descendTimbre(listener(), beginFitting(START, 20));
  const fitted = speakerOf(fitting, fitting.timbre);
  assert.ok(distance(fitted) < distance(START) / 4);
  assert.deepEqual(fitted.style.slice(TIMBRE_SIZE), START.style.slice(TIMBRE_SIZE));
  assert.deepEqual({ ...fitted, style: [] }, { ...START, style: [] });
});

test('takes the sentences in turn, and judges by another before the first step, every fifth and the last', async () => {
  const heardBy = listener();
  await descendTimbre(heardBy, beginFitting(START, 7));
  assert.equal(new Set(heardBy.heard).size, 3);
  assert.equal(heardBy.heard[0], heardBy.heard[3]);
  assert.equal(heardBy.judged.length, 3);
});

test('that was broken off goes on from what was kept and ends where it would have', async () => {
  const whole = await descendTimbre(listener(), beginFitting(START, 9));
  let kept = '';
  const crash = new Error('the process died');
  const onStep = (fitting: Fitting) => {
    if (fitting.memory.steps === 5) throw crash;
    kept = JSON.stringify(fitting);
  };
  await assert.rejects(descendTimbre(listener(), beginFitting(START, 9), onStep), crash);
  const heardBy = listener();
  const resumed = await descendTimbre(heardBy, JSON.parse(kept) as Fitting);
  assert.deepEqual(resumed, whole);
  assert.equal(heardBy.heard.length, 5);
});

test('keeps the best by the other sentence, not the last', async () => {
  const losses = [0.5, 0.2, 0.9];
  const heardBy = { ...listener(), judge: async () => losses.shift() ?? 1 };
  let fifth: Fitting | undefined;
  const onStep = (fitting: Fitting) => {
    if (fitting.memory.steps === 5) fifth = fitting;
  };
  const fitting = await descendTimbre(heardBy, beginFitting(START, 10), onStep);
  assert.deepEqual(fitting.best, { timbre: fifth?.timbre, loss: 0.2 });
});

test('costs the more the further it goes from the start, where voices are close together', async () => {
  const free = await descendTimbre(listener(), beginFitting(START, 30));
  const held = await descendTimbre(
    { ...listener(), deviations: new Array<number>(256).fill(0.01) },
    beginFitting(START, 30),
  );
  const moved = ({ timbre }: Fitting) =>
    Math.hypot(...timbre.map((value, i) => value - (START.style[i] ?? 0)));
  assert.ok(moved(held) < moved(free) / 2, `${moved(held)} and ${moved(free)}`);
});

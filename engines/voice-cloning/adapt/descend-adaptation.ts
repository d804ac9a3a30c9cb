import { createChance, gaussian } from '../../dsp/index.ts';
import { ADAPTATION_SIZE, type Adapting, adaptationParts, type Lesson, soundOf } from '../../speech/index.ts';
import { descended, emptyMemory } from '../fit/adam.ts';
import { LESSON_FRAMES, lossInputs } from './loss/voice-loss.ts';

/** Windows of a second in a step. */
const WINDOWS = 4;
/** Each number moves by about as much in a step. It rises over a few steps, then falls along a cosine to a twentieth. */
const RATE = 0.004;
const LAST_SHARE = 0.05;
const RISING_STEPS = 10;
/** The decoder was taught with these. */
const DECAYS = { mean: 0.8, square: 0.99 };
const SEED = 1;
/** The noise repeats after this many frames. */
const NOISE_FRAMES = 873;

export type DescentOptions = {
  steps: number;
  signal?: AbortSignal | undefined;
  onStep?: ((done: number, loss: number) => void) | undefined;
};

/** Adapts our decoder to how the generator speaks the lessons. The same lessons give the same adaptation. */
export async function descendAdaptation(
  adapting: Pick<Adapting, 'gradient'>,
  lessons: readonly Lesson[],
  { steps, signal, onStep }: DescentOptions,
): Promise<Float32Array> {
  const chance = createChance(SEED);
  const draw = windowsOf(lessons, chance);
  let values = [...firstAdaptation(chance)];
  let memory = emptyMemory(ADAPTATION_SIZE);
  for (let step = 0; step < steps; step += 1) {
    const adaptation = Float32Array.from(values);
    const slopes = new Float64Array(ADAPTATION_SIZE);
    let loss = 0;
    for (let i = 0; i < WINDOWS; i += 1) {
      signal?.throwIfAborted();
      const { lesson, window } = draw();
      const found = await adapting.gradient(lesson, window, adaptation, lossInputs(soundOf(lesson, window)));
      for (let k = 0; k < slopes.length; k += 1)
        slopes[k] = (slopes[k] ?? 0) + (found.gradient[k] ?? 0) / WINDOWS;
      loss += found.loss / WINDOWS;
    }
    const rate = RATE * shareOf(step, steps);
    ({ values, memory } = descended(values, slopes, memory, rate, DECAYS));
    onStep?.(step + 1, loss);
  }
  return Float32Array.from(values);
}

/** Changes nothing, since one factor of each update is zero; the other may not be, or neither would ever move. */
export function firstAdaptation(chance = createChance(SEED)): Float32Array {
  const numbers = new Float32Array(ADAPTATION_SIZE);
  for (const { part, values } of adaptationParts(numbers))
    if (part.name.endsWith('/to-rank'))
      for (const i of values.keys()) values[i] = gaussian(chance) / Math.sqrt(part.shape[0]);
  return numbers;
}

/** A share of its effect, from nothing to all. */
export function lessAdapted(adaptation: Float32Array, share: number): Float32Array {
  const less = adaptation.slice();
  // Of an update's two factors, one is enough.
  for (const { part, values } of adaptationParts(less))
    if (!part.name.endsWith('/to-rank')) for (const [i, value] of values.entries()) values[i] = share * value;
  return less;
}

function shareOf(step: number, steps: number): number {
  const rising = Math.min(1, (step + 1) / Math.min(RISING_STEPS, Math.max(1, Math.floor(steps / 5))));
  return rising * (LAST_SHARE + (1 - LAST_SHARE) * (0.5 + 0.5 * Math.cos((Math.PI * step) / steps)));
}

/** Every second of all lessons is as likely. */
function windowsOf(lessons: readonly Lesson[], chance: () => number) {
  const long = lessons.filter(({ frames }) => frames >= LESSON_FRAMES);
  const starts = long.reduce((sum, { frames }) => sum + frames - LESSON_FRAMES + 1, 0);
  if (starts === 0) throw new Error('no lesson is as long as a second');
  return () => {
    let at = Math.floor(chance() * starts);
    const noiseFrom = Math.floor(chance() * NOISE_FRAMES);
    for (const lesson of long) {
      const room = lesson.frames - LESSON_FRAMES + 1;
      if (at < room) return { lesson, window: { from: at, to: at + LESSON_FRAMES, noiseFrom } };
      at -= room;
    }
    throw new Error('no window was drawn');
  };
}

import { setImmediate as nextTurn } from 'node:timers/promises';
import { VISEMES, type Viseme } from '../types.ts';
import { VISEME_COUNT } from './layout.ts';

/** A run of steps with the same mouth shape. */
export type Stretch = { viseme: Viseme; from: number; to: number };

/** Minimum gain for a change of shape, as natural log odds. Prevents flicker. */
const CHANGE_COST = 1.8;
/** Favours closed lips, because viewers notice missing ones first. */
const CLOSURE_BONUS = 1.2;
const PP = VISEMES.indexOf('PP');
const STEPS_PER_TURN = 3_000;

/** The most likely sequence of visemes (Viterbi). `visemes` holds the probabilities of each step. */
export async function followVisemes(visemes: Float32Array): Promise<Stretch[]> {
  const steps = visemes.length / VISEME_COUNT;
  const scores = new Float64Array(VISEME_COUNT);
  const cameFrom = new Uint8Array(visemes.length);
  for (let step = 0; step < steps; step += 1) {
    // Yield, so that an hour of audio does not block other callers of this process.
    if (step % STEPS_PER_TURN === 0) await nextTurn();
    const best = indexOfMost(scores);
    const changed = (scores[best] ?? 0) - CHANGE_COST;
    for (let v = 0; v < VISEME_COUNT; v += 1) {
      const stays = scores[v] ?? 0;
      const place = step * VISEME_COUNT + v;
      cameFrom[place] = stays >= changed ? v : best;
      scores[v] =
        Math.max(stays, changed) + Math.log((visemes[place] ?? 0) + 1e-6) + (v === PP ? CLOSURE_BONUS : 0);
    }
  }
  return stretchesOf(cameFrom, indexOfMost(scores));
}

function stretchesOf(cameFrom: Uint8Array, last: number): Stretch[] {
  const stretches: Stretch[] = [];
  let v = last;
  for (let step = cameFrom.length / VISEME_COUNT - 1; step >= 0; step -= 1) {
    const viseme = VISEMES[v] ?? 'sil';
    const next = stretches.at(-1);
    if (next?.viseme === viseme) next.from = step;
    else stretches.push({ viseme, from: step, to: step + 1 });
    v = cameFrom[step * VISEME_COUNT + v] ?? 0;
  }
  return stretches.reverse();
}

function indexOfMost(values: Float64Array): number {
  let most = 0;
  for (let i = 1; i < values.length; i += 1) if ((values[i] ?? 0) > (values[most] ?? 0)) most = i;
  return most;
}

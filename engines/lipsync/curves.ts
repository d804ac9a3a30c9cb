import {
  type Pull,
  presence,
  pullOf,
  REACH_SECONDS,
  type Seal,
  type SoftSpan,
  sealOf,
} from './coarticulation.ts';
import { shapeTo } from './shaping.ts';
import { type MouthTrack, VISEMES, type VisemeCue } from './types.ts';

export type MouthCurves = {
  /** Weight of each viseme, in the order of `VISEMES`; sums to 1. Writes to `weights`. */
  poseAt(seconds: number, weights: Float32Array): Float32Array;
};

const SIL = VISEMES.indexOf('sil');
const PP = VISEMES.indexOf('PP');

/** Blends overlapping sounds, each weighted by how visible it must be. Touching lips override the blend. */
export function curvesOf({ cues, form }: MouthTrack): MouthCurves {
  const pulls = restingAround(cues).map(pullOf);
  const seals = cues.flatMap((cue) => sealOf(cue) ?? []);
  const closures = seals.filter(({ viseme }) => viseme === PP);
  const others = seals.filter(({ viseme }) => viseme !== PP);
  return {
    poseAt(seconds, weights) {
      mix(pulls, seconds, weights);
      if (form) shapeTo(form, seconds, weights);
      press(others, seconds, weights);
      press(closures, seconds, weights);
      return weights;
    },
  };
}

function restingAround(cues: readonly VisemeCue[]): VisemeCue[] {
  const rest = { viseme: 'sil', stress: 0 } as const;
  return [
    { ...rest, startSeconds: Number.NEGATIVE_INFINITY, endSeconds: cues[0]?.startSeconds ?? 0 },
    ...cues,
    { ...rest, startSeconds: cues.at(-1)?.endSeconds ?? 0, endSeconds: Number.POSITIVE_INFINITY },
  ];
}

function mix(pulls: readonly Pull[], seconds: number, weights: Float32Array): void {
  weights.fill(0);
  let sum = 0;
  for (let i = firstNear(pulls, seconds); i < pulls.length; i += 1) {
    const pull = pulls[i] as Pull;
    if (pull.fromSeconds > seconds + REACH_SECONDS) break;
    const force = pull.strength * presence(pull, seconds);
    weights[pull.viseme] = (weights[pull.viseme] ?? 0) + force * pull.amount;
    weights[SIL] = (weights[SIL] ?? 0) + force * (1 - pull.amount);
    sum += force;
  }
  for (let v = 0; v < weights.length; v += 1) weights[v] = (weights[v] ?? 0) / sum;
}

function press(seals: readonly Seal[], seconds: number, weights: Float32Array): void {
  for (let i = firstNear(seals, seconds); i < seals.length; i += 1) {
    const seal = seals[i] as Seal;
    if (seal.fromSeconds > seconds + REACH_SECONDS) break;
    const share = seal.share * presence(seal, seconds);
    for (let v = 0; v < weights.length; v += 1) weights[v] = (weights[v] ?? 0) * (1 - share);
    weights[seal.viseme] = (weights[seal.viseme] ?? 0) + share;
  }
}

/** Spans are sorted by time, so those that end before `seconds` come first. */
function firstNear(spans: readonly SoftSpan[], seconds: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.toSeconds ?? 0) < seconds - REACH_SECONDS) low = middle + 1;
    else high = middle;
  }
  return low;
}

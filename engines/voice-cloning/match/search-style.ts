import { featureVector, PITCH_UNIT_LOG, type VoiceFeatures } from '../../speaker-embedding/index.ts';
import type { SpeakerArtifact } from '../../speech/index.ts';
import { analyseSpeaker, type Engines } from './analyse-speaker.ts';
import { correctionAt, learn, movedTo } from './correction.ts';
import { lossOf, targetOf } from './target.ts';

export type Tried = { speaker: SpeakerArtifact; features: VoiceFeatures; loss: number };

export type Search = {
  wanted: VoiceFeatures;
  /** Base voice and style at which the search starts. */
  start: SpeakerArtifact;
  texts: readonly string[];
  /** Number of real syntheses, each of all texts. Between them the surrogate is followed and corrected. */
  rounds?: number | undefined;
  signal?: AbortSignal | undefined;
  onRound?: ((done: number, all: number) => void) | undefined;
};

const ROUNDS = 5;
const STEPS = 80;
/** Radius of a descent: wider after a better style, narrower after one that is not. */
const RADIUS = { first: 0.6, wider: 1.5, closer: 0.5 };
const F0_SCALE = { min: 0.6, max: 1.7 };

/** `isDraft`: spoken by our decoder, not by the generator, which will speak the clone. */
type Point = Tried & { style: Float32Array; error: Float32Array; isDraft: boolean };

/** The best measured style, never one that was merely predicted or drafted. */
export async function searchStyle(engines: Engines, search: Search): Promise<Tried> {
  const { wanted, start, rounds = ROUNDS, signal, onRound } = search;
  const target = targetOf(wanted);
  const first = { style: Float32Array.from(start.style), steps: 0, target, correction: null, radius: 0 };
  const { style, predicted } = await engines.identity.descend(first, signal);
  const ownPitch = (predicted.at(-1) ?? 0) * PITCH_UNIT_LOG;
  // The start is not what is looked for. A draft of it shows about as well where the surrogate errs, at a sixth of the cost;
  // a search that steps by drafts finds styles that only our decoder speaks well.
  let best = await analyse(engines, search, {
    style,
    predicted,
    f0Scale: scaleFor(wanted.logPitch, ownPitch),
    isDraft: rounds > 1,
  });
  let correction = correctionAt(best.style, best.error);
  let radius = RADIUS.first;
  onRound?.(1, rounds);
  for (let round = 2; round <= rounds; round += 1) {
    const descent = { style: best.style, target, steps: STEPS, correction, radius };
    const proposed = await engines.identity.descend(descent, signal);
    const next = { ...proposed, f0Scale: nextScale(wanted, best), isDraft: false };
    const tried = await analyse(engines, search, next);
    const isBetter = best.isDraft || tried.loss < best.loss;
    correction = learn(correction, tried.style, tried.error);
    if (isBetter) correction = movedTo(correction, tried.style, tried.error);
    if (!best.isDraft) radius *= isBetter ? RADIUS.wider : RADIUS.closer;
    best = isBetter ? tried : best;
    onRound?.(round, rounds);
  }
  return best;
}

type Proposed = Pick<Point, 'style' | 'isDraft'> & { predicted: Float32Array; f0Scale: number };

async function analyse(
  engines: Engines,
  { wanted, start, texts, signal }: Search,
  { style, predicted, f0Scale, isDraft }: Proposed,
): Promise<Point> {
  const speaker = { ...start, style: [...style], f0Scale };
  const features = await analyseSpeaker(engines, speaker, texts, { signal, draft: isDraft });
  const vector = featureVector(features);
  const error = vector.map((value, i) => value - (predicted[i] as number));
  return { speaker, features, style, error, isDraft, loss: lossOf(targetOf(wanted), vector).value };
}

/** Pitch scale for the best style, given its measured pitch. */
function nextScale(wanted: VoiceFeatures, { features, speaker }: Tried): number {
  if (features.logPitch === null) return speaker.f0Scale;
  return scaleFor(wanted.logPitch, features.logPitch - Math.log(speaker.f0Scale));
}

/** Scales a style of pitch `own` to the pitch `wanted`. 1 if `wanted` is unknown. */
function scaleFor(wanted: number | null, own: number): number {
  if (wanted === null) return 1;
  return Math.max(F0_SCALE.min, Math.min(F0_SCALE.max, Math.exp(wanted - own)));
}

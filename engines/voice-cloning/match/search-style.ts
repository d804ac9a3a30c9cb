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

const ROUNDS = 6;
const STEPS = 80;
/** Radius of a descent: wider after a better style, narrower after one that is not. */
const RADIUS = { first: 0.6, wider: 1.5, closer: 0.5 };
const F0_SCALE = { min: 0.6, max: 1.7 };

type Point = Tried & { style: Float32Array; error: Float32Array };

/** The best measured style, never a merely predicted one. */
export async function searchStyle(engines: Engines, search: Search): Promise<Tried> {
  const { wanted, start, rounds = ROUNDS, signal, onRound } = search;
  const target = targetOf(wanted);
  const first = { style: Float32Array.from(start.style), steps: 0, target, correction: null, radius: 0 };
  const { style, predicted } = await engines.identity.descend(first, signal);
  const ownPitch = (predicted.at(-1) ?? 0) * PITCH_UNIT_LOG;
  let best = await analyse(engines, search, {
    style,
    predicted,
    f0Scale: scaleFor(wanted.logPitch, ownPitch),
  });
  let correction = correctionAt(best.style, best.error);
  let radius = RADIUS.first;
  onRound?.(1, rounds);
  for (let round = 2; round <= rounds; round += 1) {
    const descent = { style: best.style, target, steps: STEPS, correction, radius };
    const proposed = await engines.identity.descend(descent, signal);
    const tried = await analyse(engines, search, { ...proposed, f0Scale: nextScale(wanted, best) });
    correction = learn(correction, tried.style, tried.error);
    if (tried.loss < best.loss) correction = movedTo(correction, tried.style, tried.error);
    radius *= tried.loss < best.loss ? RADIUS.wider : RADIUS.closer;
    best = tried.loss < best.loss ? tried : best;
    onRound?.(round, rounds);
  }
  return best;
}

async function analyse(
  engines: Engines,
  { wanted, start, texts, signal }: Search,
  { style, predicted, f0Scale }: { style: Float32Array; predicted: Float32Array; f0Scale: number },
): Promise<Point> {
  const speaker = { ...start, style: [...style], f0Scale };
  const features = await analyseSpeaker(engines, speaker, texts, signal);
  const vector = featureVector(features);
  const error = vector.map((value, i) => value - (predicted[i] as number));
  return { speaker, features, style, error, loss: lossOf(targetOf(wanted), vector).value };
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

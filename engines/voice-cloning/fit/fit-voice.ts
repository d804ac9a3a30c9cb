import { featureVector, type VoiceFeatures } from '../../speaker-embedding/index.ts';
import { languageOrEnglish, type SpeakerArtifact, withoutAdaptation } from '../../speech/index.ts';
import { analyseSpeaker, type Engines } from '../match/analyse-speaker.ts';
import { type Delivery, matchVoice } from '../match/match-voice.ts';
import { residualEqualiser } from '../match/residual-equaliser.ts';
import { lossOf, printCosine, targetOf } from '../match/target.ts';
import { type DescentDependencies, descendTimbre } from './descend-timbre.ts';
import { beginFitting, type Fitting, speakerOf } from './fitting.ts';
import type { FittingEngine } from './fitting-engine.ts';
import { chosenRecordings, joinedSamples, pooledVoice, type RatedRecording } from './pool-recordings.ts';

export type FitEngines = Engines & { fitting: FittingEngine };

export type FitRequest = {
  recordings: readonly RatedRecording[];
  /** Language of the base voice, with its accent if it has a region. Default: that of the most similar preset. */
  language?: string | undefined;
  /** Works as in a match. The steps change the timbre only. */
  prosodyFrom?: Delivery | undefined;
};

export type FitOptions = {
  steps?: number | undefined;
  /** Instant match of the same request, if there is one. The fitting starts from it. */
  matched?: SpeakerArtifact | undefined;
  signal?: AbortSignal | undefined;
  /** Last value passed to `onCheckpoint` for the same request. The fitting resumes from it. */
  resume?: Fitting | null | undefined;
  /** The callback is awaited, so that no step starts before the previous one is saved. */
  onCheckpoint?: ((fitting: Fitting) => Promise<void> | void) | undefined;
  /** `share` goes from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

const STEPS = 40;
const MOST_SECONDS = { match: 30, fit: 300 };
/** Progress after the initial match and after the steps. Equaliser and score are the rest. */
const SHARES = { matched: 0.15, stepped: 0.97 };

/** Fits a voice to the recordings with minutes of gradient descent through the speech model. */
export async function fitVoice(
  engines: FitEngines,
  request: FitRequest,
  options: FitOptions = {},
): Promise<SpeakerArtifact> {
  const { signal, onCheckpoint, onProgress } = options;
  const wanted = await analyseAll(engines, request.recordings, signal);
  const initial = options.resume ?? (await begin(engines, request, options));
  const fitting = await descendTimbre(
    await descentDependencies(engines, wanted, initial, signal),
    initial,
    async (step) => {
      await onCheckpoint?.(step);
      onProgress?.(SHARES.matched + ((SHARES.stepped - SHARES.matched) * step.memory.steps) / step.steps);
    },
  );
  const best = speakerOf(fitting, fitting.best?.offsets ?? fitting.offsets);
  const finished = await equalised(engines, best, wanted, signal);
  onProgress?.(1);
  return finished;
}

async function begin(engines: FitEngines, request: FitRequest, options: FitOptions): Promise<Fitting> {
  const { steps = STEPS, onCheckpoint } = options;
  const matched = options.matched ?? (await match(engines, request, options));
  // Steps optimise the timbre alone. The equaliser is set again afterwards.
  const flat = { ...withoutAdaptation(matched), equaliserDb: matched.equaliserDb.map(() => 0) };
  const initial = beginFitting(flat, steps);
  await onCheckpoint?.(initial);
  return initial;
}

function match(
  engines: FitEngines,
  { recordings, language, prosodyFrom }: FitRequest,
  { signal, onProgress }: FitOptions,
): Promise<SpeakerArtifact> {
  const samples = joinedSamples(chosenRecordings(recordings, MOST_SECONDS.match));
  const onMatched = (share: number) => onProgress?.(share * SHARES.matched);
  return matchVoice(engines, { samples, language, prosodyFrom }, { signal, onProgress: onMatched });
}

async function analyseAll(
  { identity }: FitEngines,
  recordings: readonly RatedRecording[],
  signal?: AbortSignal,
) {
  const features: { voice: VoiceFeatures; weight: number }[] = [];
  for (const { samples, quality } of chosenRecordings(recordings, MOST_SECONDS.fit))
    features.push({
      voice: await identity.analyse({ samples, sampleRate: 16_000 }, signal),
      weight: quality,
    });
  return pooledVoice(features);
}

async function descentDependencies(
  engines: FitEngines,
  wanted: VoiceFeatures,
  { start }: Fitting,
  signal?: AbortSignal,
): Promise<DescentDependencies> {
  const [judging] = sentencesOf(engines, start).steering;
  return {
    analyse: (speaker, phonemes) => engines.fitting.analyse({ phonemes, speaker, start, wanted }, signal),
    judge: async (speaker) => {
      const features = await analyseSpeaker(engines, speaker, [judging], { signal });
      return lossOf(targetOf(wanted), featureVector(features)).value;
    },
    deviations: deviationsOf(await engines.identity.voiceStyles()),
  };
}

/** The equaliser corrects what the timbre could not reach. The score includes it. */
async function equalised(
  engines: FitEngines,
  fitted: SpeakerArtifact,
  wanted: VoiceFeatures,
  signal?: AbortSignal,
): Promise<SpeakerArtifact> {
  const { steering, scoring } = sentencesOf(engines, fitted);
  const reached = await analyseSpeaker(engines, fitted, steering, { signal });
  const speaker = {
    ...fitted,
    equaliserDb: residualEqualiser(wanted.spectrumDb, reached.spectrumDb, wanted.bands),
  };
  const features = await analyseSpeaker(engines, speaker, [scoring], { signal });
  return { ...speaker, score: Math.round(printCosine(wanted.print, features.print) * 1_000) / 1_000 };
}

function sentencesOf({ speech }: FitEngines, { baseVoice }: SpeakerArtifact) {
  return languageOrEnglish(speech.voices.find(({ id }) => id === baseVoice)?.language ?? 'en').matching;
}

/** Standard deviation of each number of a style. */
function deviationsOf(styles: readonly Float32Array[]): number[] {
  const average = (of: (style: Float32Array) => number): number =>
    styles.reduce((sum, style) => sum + of(style), 0) / styles.length;
  return Array.from(styles[0] ?? [], (_, i) => {
    const mean = average((style) => style[i] ?? 0);
    return Math.sqrt(average((style) => ((style[i] ?? 0) - mean) ** 2));
  });
}

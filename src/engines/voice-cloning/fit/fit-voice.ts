import { featureVector, type VoiceFeatures } from '../../speaker-embedding/index.ts';
import type { SpeakerArtifact } from '../../speech/index.ts';
import { analyseSpeaker, type Engines } from '../match/analyse-speaker.ts';
import { matchVoice } from '../match/match-voice.ts';
import { residualEqualiser } from '../match/residual-equaliser.ts';
import { sentencesFor } from '../match/sentences.ts';
import { lossOf, printCosine, targetOf } from '../match/target.ts';
import { type DescentDependencies, descendTimbre } from './descend-timbre.ts';
import { beginFitting, type Fitting, speakerOf } from './fitting.ts';
import type { FittingEngine } from './fitting-engine.ts';
import { chosenRecordings, joinedSamples, pooledVoice, type RatedRecording } from './pool-recordings.ts';

export type FitEngines = Engines & { fitting: FittingEngine };

export type FitRequest = {
  recordings: readonly RatedRecording[];
  /** Of the voice that it is based on; absent: that of the preset which is most alike. */
  language?: string | undefined;
};

export type FitOptions = {
  steps?: number | undefined;
  /** The instant match of the same request, where there is one: what a fitting begins with. */
  matched?: SpeakerArtifact | undefined;
  signal?: AbortSignal | undefined;
  /** What `onCheckpoint` was last given, of the same request: it goes on from there. */
  resume?: Fitting | null | undefined;
  /** Awaited, so that no step is begun before the one before is safe. */
  onCheckpoint?: ((fitting: Fitting) => Promise<void> | void) | undefined;
  /** From 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

const STEPS = 40;
const HEARD_SECONDS = { match: 30, fit: 300 };
/** Of the time: the match that it begins with, then the steps, then equaliser and score. */
const SHARES = { matched: 0.15, stepped: 0.97 };

/** A voice like the one that is heard, by minutes of steps down the gradient through the model that speaks. */
export async function fitVoice(
  engines: FitEngines,
  request: FitRequest,
  options: FitOptions = {},
): Promise<SpeakerArtifact> {
  const { signal, onCheckpoint, onProgress } = options;
  const wanted = await analyseAll(engines, request.recordings, signal);
  const begun = options.resume ?? (await begin(engines, request, options));
  const fitting = await descendTimbre(
    await descentDependencies(engines, wanted, begun, signal),
    begun,
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
  // Steps are taken on what the timbre alone does; the equaliser is set again behind them.
  const flat = { ...matched, equaliserDb: matched.equaliserDb.map(() => 0) };
  const begun = beginFitting(flat, steps);
  await onCheckpoint?.(begun);
  return begun;
}

function match(
  engines: FitEngines,
  { recordings, language }: FitRequest,
  { signal, onProgress }: FitOptions,
): Promise<SpeakerArtifact> {
  const samples = joinedSamples(chosenRecordings(recordings, HEARD_SECONDS.match));
  const onMatched = (share: number) => onProgress?.(share * SHARES.matched);
  return matchVoice(engines, { samples, language }, { signal, onProgress: onMatched });
}

async function analyseAll(
  { identity }: FitEngines,
  recordings: readonly RatedRecording[],
  signal?: AbortSignal,
) {
  const heard: { voice: VoiceFeatures; weight: number }[] = [];
  for (const { samples, quality } of chosenRecordings(recordings, HEARD_SECONDS.fit))
    heard.push({ voice: await identity.analyse({ samples, sampleRate: 16_000 }, signal), weight: quality });
  return pooledVoice(heard);
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
      const heard = await analyseSpeaker(engines, speaker, [judging], signal);
      return lossOf(targetOf(wanted), featureVector(heard)).value;
    },
    deviations: deviationsOf(await engines.identity.voiceStyles()),
  };
}

/** What the timbre could not reach is left to the equaliser, and the score is taken with it. */
async function equalised(
  engines: FitEngines,
  fitted: SpeakerArtifact,
  wanted: VoiceFeatures,
  signal?: AbortSignal,
): Promise<SpeakerArtifact> {
  const { steering, scoring } = sentencesOf(engines, fitted);
  const found = await analyseSpeaker(engines, fitted, steering, signal);
  const speaker = {
    ...fitted,
    equaliserDb: residualEqualiser(wanted.spectrumDb, found.spectrumDb, wanted.bands),
  };
  const heard = await analyseSpeaker(engines, speaker, [scoring], signal);
  return { ...speaker, score: Math.round(printCosine(wanted.print, heard.print) * 1_000) / 1_000 };
}

function sentencesOf({ speech }: FitEngines, { baseVoice }: SpeakerArtifact) {
  return sentencesFor(speech.voices.find(({ id }) => id === baseVoice)?.language ?? 'en');
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

import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { DecodeAudio } from '../../../../engines/ffmpeg/index.ts';
import { readSpeaker, type SpeakerArtifact, type SpeechEngine } from '../../../../engines/speech/index.ts';
import {
  chosenRecordings,
  type Fitting,
  joinedSamples,
  type RatedRecording,
} from '../../../../engines/voice-cloning/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { type Assignment, type JobRunner, UnreadableRequest } from '../../../work/workers/index.ts';
import { averagePrint, type WeighedPrint } from '../average-print.ts';
import type { VoiceProduct } from '../custom-voice.ts';
import { roundedSpeaker } from '../rounded-speaker.ts';
import { MOST_SAMPLE_SECONDS } from '../samples.ts';
import type { VoiceMaker } from '../voice-maker.ts';

/** The worker gets this request. */
const CloneRequestSchema = Type.Object({
  kind: Type.Union([Type.Literal('instant'), Type.Literal('professional')]),
  language: Type.String(),
  /** Names of inputs, each with the weight of its quality, from 0 to 1. */
  samples: Type.Array(Type.Object({ input: Type.String(), quality: Type.Number() }), { minItems: 1 }),
  /** The inputs are as they were uploaded; the voice is made without their background noise. */
  removeNoise: Type.Optional(Type.Boolean()),
  /** The clone takes these manners over from another voice. */
  prosodyFrom: Type.Optional(Type.Object({ style: Type.Array(Type.Number()), pace: Type.Number() })),
});
export type CloneRequest = Static<typeof CloneRequestSchema>;

type Deps = { voiceMaker: VoiceMaker; decodeAudio: DecodeAudio; engine: SpeechEngine };

const requests = TypeCompiler.Compile(CloneRequestSchema);
/** More does not bring an instant match closer. */
const MATCHED_SECONDS = 30;
const PRINT_SECONDS = 30;
/** Progress when the speaker is made. Its print is the rest. */
const MADE_SHARE = 0.95;

/** Makes clones with our own engines. */
export function createCloneRunner(deps: Deps): JobRunner {
  return {
    kind: 'clone',
    capabilities: ['clone', `clone:${deps.voiceMaker.engine}`],
    run: async (assignment) => ({ outputs: [], measured: {}, product: await makeClone(deps, assignment) }),
  };
}

async function makeClone(deps: Deps, assignment: Assignment): Promise<VoiceProduct> {
  const { request } = assignment;
  if (!requests.Check(request)) throw new UnreadableRequest('the request has another shape');
  assignment.progress({ stage: 'training' });
  const recordings = await readRecordings(deps, request, assignment);
  const speaker = await makeSpeaker(deps, request, recordings, assignment);
  const print = await printOf(deps, recordings, assignment.signal);
  const base = deps.engine.voices.find(({ id }) => id === speaker.baseVoice);
  return {
    speaker: roundedSpeaker(speaker),
    print,
    served_by: deps.voiceMaker.engine,
    gender: base?.gender ?? null,
    similarity: speaker.score,
  };
}

async function readRecordings(
  { decodeAudio, voiceMaker }: Deps,
  { samples, removeNoise }: CloneRequest,
  { inputs, signal }: Assignment,
): Promise<RatedRecording[]> {
  const recordings: RatedRecording[] = [];
  for (const { input, quality } of samples) {
    const path = inputs.get(input);
    if (path === undefined) throw new UnreadableRequest(`the input ${input} is missing`);
    const decoded = await decodeAudio(path, { maxSeconds: MOST_SAMPLE_SECONDS, signal });
    const sound = removeNoise ? await voiceMaker.removeNoise(decoded.samples, signal) : decoded.samples;
    recordings.push({ samples: sound, quality });
  }
  return recordings;
}

async function makeSpeaker(
  { voiceMaker }: Deps,
  { kind, language, prosodyFrom }: CloneRequest,
  recordings: readonly RatedRecording[],
  { checkpoint, saveCheckpoint, signal, progress, log }: Assignment,
): Promise<SpeakerArtifact> {
  const onProgress = (share: number) => progress({ stage: 'training', progress: share * MADE_SHARE });
  if (kind === 'instant') {
    const samples = joinedSamples(chosenRecordings(recordings, MATCHED_SECONDS));
    return voiceMaker.match({ samples, language, prosodyFrom }, { signal, onProgress });
  }
  const resume = resumable(checkpoint);
  if (resume) log.info({ step: resume.memory.steps, steps: resume.steps }, 'resuming the fitting');
  return voiceMaker.fit(
    { recordings, language, prosodyFrom },
    { signal, onProgress, resume, onCheckpoint: saveCheckpoint },
  );
}

/** A checkpoint that this version cannot continue is not used. */
function resumable(checkpoint: unknown): Fitting | null {
  if (checkpoint === null || typeof checkpoint !== 'object' || !('start' in checkpoint)) return null;
  try {
    readSpeaker(checkpoint.start);
    return checkpoint as Fitting;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** The average over the best recordings, of length 1. */
async function printOf(
  { voiceMaker }: Deps,
  recordings: readonly RatedRecording[],
  signal: AbortSignal,
): Promise<number[]> {
  const prints: WeighedPrint[] = [];
  for (const { samples, quality } of chosenRecordings(recordings, PRINT_SECONDS)) {
    const print = await voiceMaker.printOf({ samples, sampleRate: 16_000 }, signal);
    prints.push({ print, weight: quality * samples.length });
  }
  return averagePrint(prints);
}

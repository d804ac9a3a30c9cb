import type { DecodeAudio, ProbeMedia } from '../../../../engines/ffmpeg/index.ts';
import { cleanedReport, SampleRefused, type SampleReport } from '../../../../engines/voice-cloning/index.ts';
import type { UploadedFile } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { CloneKind } from '../custom-voice.ts';
import { MOST_SAMPLE_SECONDS } from '../samples.ts';
import { hasTakedowns, requireNotTakenDown } from '../takedowns.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { CLONE_RULES, SAMPLE_FORMATS } from './clone-rules.ts';
import { CloneRefused } from './errors.ts';
import type { CloneForm } from './read-form.ts';

export type ExamineDeps = {
  db: Db;
  probeMedia: ProbeMedia;
  decodeAudio: DecodeAudio;
  voiceMaker: VoiceMaker;
};

export type Sample = UploadedFile & {
  /** Detected, not declared. */
  contentType: string;
  seconds: number;
  report: SampleReport;
  /** Its x-vector, if anything needs it. */
  print: Float32Array | null;
};

const RATE = 16_000;
/** Encoders pad the last frame. */
const PADDING_SECONDS = 0.1;
/** Judging takes a tenth of the length, so of long samples an excerpt is judged: together these, each within the limits. */
const JUDGED_SECONDS = { together: 120, least: 10, most: 30 };

/** Opens and measures the samples, one after the other. Refuses the first that cannot be used. */
export async function examineSamples(
  deps: ExamineDeps,
  { kind, files, removeNoise }: Pick<CloneForm, 'kind' | 'files' | 'removeNoise'>,
  { needsPrints, signal }: { needsPrints: boolean; signal: AbortSignal },
): Promise<Sample[]> {
  const share = JUDGED_SECONDS.together / files.length;
  const judgedSeconds = Math.min(JUDGED_SECONDS.most, Math.max(JUDGED_SECONDS.least, share));
  const opened: (Omit<Sample, 'report' | 'print'> & { excerpt: Float32Array })[] = [];
  for (const file of files) {
    const { samples, ...facts } = await named(file, () => open(deps, file, signal));
    requireFileLength(kind, file, facts.seconds);
    opened.push({ ...file, ...facts, excerpt: middleOf(samples, judgedSeconds) });
  }
  requireTotalLength(kind, opened);
  const mustCompare = await hasTakedowns(deps.db);
  const examined: Sample[] = [];
  for (const { excerpt, ...sample } of opened) {
    const { report, judged } = await judge(deps.voiceMaker, excerpt, removeNoise, signal);
    const [problem] = report.problems;
    if (problem) throw new SampleRefused(`sample_${problem.code}`, sample.filename, report.problems);
    const print =
      mustCompare || needsPrints
        ? await deps.voiceMaker.printOf({ samples: judged, sampleRate: RATE }, signal)
        : null;
    if (print && mustCompare) await requireNotTakenDown(deps.db, print);
    examined.push({ ...sample, report, print });
  }
  return examined;
}

/** Judges what the clone will be trained on. */
async function judge(
  { checkSample, removeNoise }: VoiceMaker,
  excerpt: Float32Array,
  isCleaned: boolean,
  signal: AbortSignal,
): Promise<{ report: SampleReport; judged: Float32Array }> {
  const uploaded = await checkSample(excerpt, signal);
  if (!isCleaned) return { report: uploaded, judged: excerpt };
  const judged = await removeNoise(excerpt, signal);
  return { report: cleanedReport(uploaded, await checkSample(judged, signal)), judged };
}

async function open(
  { probeMedia, decodeAudio }: ExamineDeps,
  { path, filename }: UploadedFile,
  signal: AbortSignal,
) {
  const limits = { maxSeconds: MOST_SAMPLE_SECONDS, signal };
  const { containerFormat, contentType, kind } = await probeMedia(path, limits);
  if (kind !== 'audio' || !SAMPLE_FORMATS.includes(containerFormat))
    throw refusal(filename, 'unsupported_sample', 'is neither WAV nor MP3. Convert it and send it again.');
  return { contentType, ...(await decodeAudio(path, limits)) };
}

/** Tells which file could not be read. */
async function named<Result>({ filename }: UploadedFile, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DomainError) || error.kind !== 'invalid' || error instanceof CloneRefused)
      throw error;
    const reason =
      error.code === 'media_too_long' || error.code === 'audio_too_long'
        ? 'is too long'
        : 'could not be read';
    throw refusal(
      filename,
      'unreadable_sample',
      `${reason}. Send WAV or MP3 of at most ${MOST_SAMPLE_SECONDS / 60} minutes.`,
    );
  }
}

function requireFileLength(kind: CloneKind, { filename }: UploadedFile, seconds: number): void {
  const { min, max } = CLONE_RULES[kind].fileSeconds;
  if (seconds < min - PADDING_SECONDS || seconds > max + PADDING_SECONDS)
    throw refusal(
      filename,
      'sample_length',
      `has ${seconds.toFixed(1)} seconds; a sample of kind ${kind} needs ${min} to ${max}.`,
    );
}

function requireTotalLength(kind: CloneKind, samples: readonly { seconds: number }[]): void {
  const { min, max } = CLONE_RULES[kind].totalSeconds;
  const total = samples.reduce((sum, { seconds }) => sum + seconds, 0);
  const padding = PADDING_SECONDS * samples.length;
  if (total < min - padding || total > max + padding)
    throw new CloneRefused(
      'sample_length',
      'body.samples',
      `The samples have ${Math.round(total)} seconds together; a clone of kind ${kind} needs ${min} to ${max}.`,
    );
}

function refusal(
  filename: string,
  code: 'sample_length' | 'unreadable_sample' | 'unsupported_sample',
  what: string,
): DomainError {
  const name = filename.slice(0, 80);
  return new CloneRefused(code, name, `The sample "${name}" ${what}`);
}

/** A copy, so that the rest can be freed. */
function middleOf(samples: Float32Array, seconds: number): Float32Array {
  const count = Math.min(samples.length, Math.round(seconds * RATE));
  const from = Math.floor((samples.length - count) / 2);
  return samples.slice(from, from + count);
}

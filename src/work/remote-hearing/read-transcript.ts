import { buffer } from 'node:stream/consumers';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type Transcript, UNSPACED_LANGUAGES } from '../../../engines/transcription/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { type InternalJob, openInternalOutput } from '../jobs/index.ts';
import type { TranscribeRequest } from './kind.ts';

/** The worker sent something that is no transcript of the recording. */
export class UnusableTranscript extends Error {}

const times = { start: Type.Number({ minimum: 0 }), end: Type.Number({ minimum: 0 }) };
const Word = Type.Object({
  ...times,
  word: Type.String({ maxLength: 200 }),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});
const Uploaded = Type.Object({
  language: Type.String({ pattern: '^[a-z]{2,3}$' }),
  segments: Type.Array(Type.Object({ ...times, text: Type.String(), words: Type.Array(Word) })),
});
const uploads = TypeCompiler.Compile(Uploaded);
/** The last word may end a little after the recording, by the model's own steps. */
const TOLERANCE_SECONDS = 1;

/** Reads the uploaded transcript, if its times can be those of the recording. Segments without text are left out. */
export async function readTranscript(
  storage: Storage,
  job: InternalJob,
  { model, seconds }: Pick<TranscribeRequest, 'model' | 'seconds'>,
): Promise<Transcript> {
  const file = await openInternalOutput(storage, job, 'transcript');
  if (!file) throw new UnusableTranscript('the worker uploaded no transcript');
  const uploaded = parsed((await buffer(file.body)).toString());
  const { language } = uploaded;
  const heard = uploaded.segments
    .map((segment) => ({ ...segment, text: segment.text.trim() }))
    .filter(({ text }) => text !== '');
  for (const timed of heard.flatMap(({ words, ...segment }) => [segment, ...words]))
    if (timed.end < timed.start || timed.end > seconds + TOLERANCE_SECONDS)
      throw new UnusableTranscript(`something is said from ${timed.start} to ${timed.end} of ${seconds} s`);
  return {
    text: heard.map(({ text }) => text).join(UNSPACED_LANGUAGES.has(language) ? '' : ' '),
    language,
    segments: heard.map(({ start, end, text }) => ({ start, end, text })),
    words: heard.flatMap(({ words }) => words.map((one) => ({ ...one, word: one.word.trim() }))),
    model,
  };
}

function parsed(text: string): Static<typeof Uploaded> {
  try {
    const value: unknown = JSON.parse(text);
    if (uploads.Check(value)) return value;
  } catch (error) {
    throw new UnusableTranscript('it is not JSON', { cause: error });
  }
  throw new UnusableTranscript('it has another shape');
}

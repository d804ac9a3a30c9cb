import type { Readable } from 'node:stream';
import { wavHeader } from '../../../../engines/codec/index.ts';
import type { DubLine, SpokenLine } from '../project.ts';
import { HEADER_BYTES, SAMPLE_BYTES, SPEECH_RATE } from './clip-file.ts';

/** Both ends inclusive, as in HTTP. */
export type ClipRange = { start: number; end: number };

/** Reads a part of the file of spoken lines. */
export type ReadSpeech = (range: ClipRange) => Promise<Readable>;

/** Where the sound of a line is in the file of spoken lines. Null if it has none. */
export function clipRange({ spoken }: Pick<DubLine, 'spoken'>): ClipRange | null {
  if (!spoken || spoken.length === 0) return null;
  const start = HEADER_BYTES + spoken.offset * SAMPLE_BYTES;
  return { start, end: start + spoken.length * SAMPLE_BYTES - 1 };
}

/** A line alone, as a WAV file. */
export async function* lineClip(line: Pick<DubLine, 'spoken'>, read: ReadSpeech): AsyncGenerator<Buffer> {
  const range = clipRange(line);
  yield wavHeader(SPEECH_RATE, range ? range.end + 1 - range.start : 0);
  if (range) yield* await read(range);
}

/** Writes a WAV file of one speaker alone. It is as long as the result and has its timeline. */
export async function* speakerTrack(
  { lines, speakerId, seconds }: { lines: readonly DubLine[]; speakerId: string; seconds: number },
  read: ReadSpeech,
): AsyncGenerator<Buffer> {
  const bytes = trackBytes(seconds);
  yield wavHeader(SPEECH_RATE, bytes);
  let at = 0;
  for (const { spoken } of clipsOf(lines, speakerId)) {
    // Rounded apart from its neighbours, a clip may meet the one before it by a sample.
    const start = Math.max(at, Math.round(spoken.start * SPEECH_RATE) * SAMPLE_BYTES);
    const range = clipRange({ spoken });
    const room = Math.min(bytes - start, spoken.length * SAMPLE_BYTES);
    if (!range || room <= 0) continue;
    yield* silence(start - at);
    for await (const chunk of await read({ start: range.start, end: range.start + room - 1 })) yield chunk;
    at = start + room;
  }
  yield* silence(bytes - at);
}

export function trackBytes(seconds: number): number {
  return Math.round(seconds * SPEECH_RATE) * SAMPLE_BYTES;
}

function clipsOf(lines: readonly DubLine[], speakerId: string): { spoken: SpokenLine }[] {
  return lines
    .flatMap(({ spoken, speaker_id }) => (spoken && speaker_id === speakerId ? { spoken } : []))
    .sort((a, b) => a.spoken.start - b.spoken.start);
}

const SILENCE = Buffer.alloc(64 * 1024);

function* silence(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= SILENCE.length)
    yield SILENCE.subarray(0, Math.min(left, SILENCE.length));
}

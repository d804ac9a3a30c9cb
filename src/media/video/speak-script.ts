import { readAnySpeaker, type SpeechChunk, type SpeechEngine } from '../../../engines/speech/index.ts';
import { VideoTooLong } from '../../../engines/video/index.ts';
import type { Script } from './video-request.ts';

/** Live listeners have priority over videos, so synthesis gets a long deadline. */
const BASE_DEADLINE_MS = 10 * 60_000;
const DEADLINE_MS_PER_SECOND = 6_000;

type Speaking = {
  maxSeconds: number;
  /** The clip ends first anyway: speech beyond the limit is cut instead of failing. */
  cutsOff: boolean;
  signal: AbortSignal;
  /** The job that speaks. */
  jobId: string;
};

/** Yields chunks as they are synthesized. Stops at the limit, beyond which nothing is paid for. */
export async function* speakScript(
  engine: SpeechEngine,
  { voice_id: voiceId, speaker, ...script }: Script,
  { maxSeconds, cutsOff, signal, jobId }: Speaking,
): AsyncGenerator<SpeechChunk> {
  const { text, language, speed, pronunciations, dictionary } = script;
  const spoken = { text, language, speed, pronunciations, dictionary };
  const request = { ...spoken, voiceId, speaker: speaker && readAnySpeaker(speaker) };
  const { seconds, read } = await engine.check(request);
  const deadlineMs = BASE_DEADLINE_MS + DEADLINE_MS_PER_SECOND * seconds;
  const options = { read, signal, deadlineMs, onBehalfOf: { jobId } };
  let left = Math.floor(maxSeconds * engine.capabilities.sampleRate);
  for await (const chunk of engine.synthesize(request, options)) {
    if (chunk.samples.length > left) {
      if (!cutsOff) throw new VideoTooLong(maxSeconds);
      yield cutAt(left, chunk);
      return;
    }
    left -= chunk.samples.length;
    yield chunk;
  }
}

function cutAt(samples: number, chunk: SpeechChunk): SpeechChunk {
  const cut = <Span extends { startSample: number; endSample: number }>(spans: readonly Span[]): Span[] =>
    spans
      .filter(({ startSample }) => startSample < samples)
      .map((span) => ({ ...span, endSample: Math.min(span.endSample, samples) }));
  const { words, phonemes } = chunk;
  return {
    ...chunk,
    samples: chunk.samples.subarray(0, samples),
    words: cut(words),
    phonemes: cut(phonemes),
  };
}

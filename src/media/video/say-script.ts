import type { SpeechChunk, SpeechEngine } from '../../engines/speech/index.ts';
import type { VideoWorkOrder } from './work-order.ts';

export type Script = NonNullable<VideoWorkOrder['script']>;

/** A film waits behind everyone who listens live, so its speech is given time. */
const SPEECH_DEADLINE_MS = 30 * 60_000;

export function sayScript(
  engine: SpeechEngine,
  { voice_id: voiceId, text, language, speed, pronunciations, dictionary }: Script,
  signal: AbortSignal,
): AsyncIterable<SpeechChunk> {
  const request = { text, voiceId, language, speed, pronunciations, dictionary };
  return engine.synthesize(request, { signal, deadlineMs: SPEECH_DEADLINE_MS });
}

import type { Caller } from '../../http/index.ts';
import { orderSpeech } from './order-speech.ts';
import { speakWhole } from './speak-whole.ts';
import type { Delivery, SpeechDeps } from './synthesize-speech.ts';
import { describeTimes } from './with-timestamps-alignment.ts';
import type { TimedSpeech, TimedSpeechRequest } from './with-timestamps-schemas.ts';

/** Unlike the plain route it says the text as it was sent, not in NFC: the caller is given offsets into it. */
export async function speakWithTimestamps(
  deps: SpeechDeps,
  caller: Caller,
  request: TimedSpeechRequest,
  delivery: Delivery<TimedSpeech>,
): Promise<TimedSpeech> {
  const { format = 'wav' } = request;
  const spoken = await orderSpeech(deps, caller, request, delivery.requestId);
  const { characters, model } = spoken;
  const encoder = deps.codec.encodeStream(format, deps.engine.capabilities.sampleRate);
  const ordered = { ...spoken, format, encoder, kind: 'tts_timed' };
  return speakWhole(deps, ordered, delivery, ({ audio, tally, historyId }) => ({
    audio: audio.toString('base64'),
    format,
    characters,
    model,
    history_id: historyId,
    ...describeTimes(request, tally.words, tally.seconds()),
  }));
}

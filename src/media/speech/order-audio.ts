import type { AudioFormat, Codec, StreamEncoder } from '../../engines/codec/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { chargeableCharacters } from './characters.ts';
import { orderSpeech, type SpeechOrder } from './order-speech.ts';
import type { SpeechRequest } from './schemas.ts';

export type AudioOrder = SpeechOrder & { format: AudioFormat; encoder: StreamEncoder };

/** Speech whose caller sees sound and no offsets: it is said in the form in which it is counted, which is NFC. */
export async function orderAudio(
  deps: { db: Db; engine: SpeechEngine; codec: Codec },
  caller: Caller,
  request: SpeechRequest,
  requestId: string,
): Promise<AudioOrder> {
  const { format = 'wav' } = request;
  // Counted first: a text over the limit is never normalized.
  chargeableCharacters(request.text);
  const text = request.text.normalize('NFC');
  const ordered = await orderSpeech(deps, caller, { ...request, text }, requestId);
  const encoder = deps.codec.encodeStream(format, deps.engine.capabilities.sampleRate);
  return { ...ordered, format, encoder };
}

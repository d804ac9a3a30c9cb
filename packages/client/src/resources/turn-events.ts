import { ConnectionError } from '../base-errors.ts';
import { readEvents } from '../core/server-sent-events.ts';
import type { TurnAnswer } from '../generated/operations.ts';
import type { SpokenWord } from '../live/events.ts';

/** A turn sends these as they happen. A newer service may send further types: ignore those you do not know. */
export type TurnEvent =
  | {
      type: 'transcript';
      turn: number;
      text: string;
      language: string | null;
      seconds: number;
      credits: number;
    }
  | { type: 'reply_text'; delta: string }
  | { type: 'tool'; name: string; arguments: unknown; result: unknown; ok: boolean }
  /** `audio` is signed 16-bit little-endian PCM, mono, at 24 kHz. */
  | {
      type: 'audio';
      start_ms: number;
      end_ms: number;
      words: SpokenWord[];
      audio: Uint8Array<ArrayBuffer>;
    }
  /** Something failed. The turn that follows has what was said until then. */
  | { type: 'error'; error: { code: string; message: string } }
  | ({ type: 'turn' } & TurnAnswer);

export const AS_EVENTS = { accept: 'text/event-stream' };

export async function* readTurn(response: Response): AsyncGenerator<TurnEvent, void, undefined> {
  const stream = response.body ?? new Blob([]).stream();
  let isComplete = false;
  for await (const { event, data } of readEvents(stream)) {
    const fields = JSON.parse(data);
    isComplete ||= event === 'turn';
    yield { type: event, ...fields, ...(event === 'audio' && { audio: bytesOf(fields.audio) }) } as TurnEvent;
  }
  if (!isComplete) throw new ConnectionError('The connection broke in the middle of a turn.');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

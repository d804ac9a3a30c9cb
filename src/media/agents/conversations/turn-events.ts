import type { Static } from '@sinclair/typebox';
import { encodePcm16 } from '../../../../engines/codec/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { SpokenChunk } from '../../spoken-replies/index.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { TurnAnswer } from './schemas.ts';

type TimedWord = { text: string; start: number; end: number; start_ms: number; end_ms: number };

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
  | ({ type: 'tool' } & ToolUse)
  | { type: 'audio'; start_ms: number; end_ms: number; words: TimedWord[]; audio: string }
  | ({ type: 'turn' } & Static<typeof TurnAnswer>)
  | { type: 'error'; error: { code: string; message: string } };

export const EVENT_STREAM = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Some proxies would otherwise hold events back until their buffer is full.
  'x-accel-buffering': 'no',
};

/** Writes a server-sent event. One `data:` line is enough, because JSON has no line breaks. */
export function writeEvent({ type, ...data }: TurnEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** `from` and `fromMs`: where its text and its sound begin in the reply. */
export function audioEvent(
  { samples, startMs, endMs, words }: SpokenChunk,
  { from, fromMs }: { from: number; fromMs: number },
): TurnEvent {
  const place = (ms: number): number => Math.round(fromMs + ms);
  return {
    type: 'audio',
    start_ms: place(startMs),
    end_ms: place(endMs),
    words: words.map((word) => ({
      text: word.text,
      start: from + word.start,
      end: from + word.end,
      start_ms: place(word.startMs),
      end_ms: place(word.endMs),
    })),
    audio: encodePcm16(samples).toString('base64'),
  };
}

export function failureEvent({ log }: { log?: Log | undefined }, error: unknown): TurnEvent {
  if (error instanceof DomainError)
    return { type: 'error', error: { code: error.code, message: error.public } };
  log?.error({ err: error }, 'a streamed turn failed');
  const message = 'Something went wrong on our side; try again.';
  return { type: 'error', error: { code: 'internal_error', message } };
}

export type Asides = {
  tell(event: TurnEvent): void;
  /**
   * The items as they are wanted, and between them what is told meanwhile. `abandon` has to end them at once: whoever stops
   * reading waits for what is in progress.
   */
  during<Item>(
    items: AsyncGenerator<Item>,
    asEvent: (item: Item) => TurnEvent,
    abandon: () => void,
  ): AsyncGenerator<TurnEvent>;
};

export function createAsides(): Asides {
  const waiting: TurnEvent[] = [];
  let told = Promise.withResolvers<null>();

  return {
    tell(event) {
      waiting.push(event);
      told.resolve(null);
    },
    async *during(items, asEvent, abandon) {
      let isOver = false;
      try {
        for (;;) {
          const next = items.next();
          next.catch(() => {
            isOver = true;
          });
          for (;;) {
            const result = await Promise.race([next, told.promise]);
            told = Promise.withResolvers();
            yield* waiting.splice(0);
            if (!result) continue;
            isOver = result.done === true;
            if (result.done) return;
            yield asEvent(result.value);
            break;
          }
        }
      } finally {
        if (!isOver) abandon();
        await items.return(undefined).catch(() => undefined);
      }
    },
  };
}

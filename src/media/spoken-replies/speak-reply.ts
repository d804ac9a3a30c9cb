import { abbreviationsIn, PRESET_VOICES } from '../../../engines/speech/index.ts';
import type { Clause } from './clauses.ts';
import type { SpokenWord } from './heard.ts';
import { readClauses } from './read-clauses.ts';
import { synthesizeAhead, type Voicing } from './synthesize-ahead.ts';

/** Sound of at most 200 ms. `startMs` is its place in the reply's sound. */
export type SpokenChunk = {
  samples: Float32Array;
  startMs: number;
  endMs: number;
  /** Those that begin in it. */
  words: SpokenWord[];
  clause: Clause;
};

export type ReplyOptions = Pick<Voicing, 'voice' | 'onBehalfOf' | 'onUnspoken'> & {
  signal?: AbortSignal | undefined;
  /** No clause begins after it; the one in progress is spoken to its end. */
  ending?: AbortSignal | undefined;
  /**
   * Asked when a clause has sound and somebody wants it. The reply ends before a clause that is refused, and fails if this
   * fails.
   */
  permit?(clause: Clause): Promise<boolean>;
};

/**
 * Speaks a reply while it is still being written. Sound is made ahead, but clauses are permitted only as they are read. Stop
 * reading, or abort, to cancel.
 */
export async function* speakReply(
  engine: Voicing['engine'],
  deltas: AsyncIterable<string>,
  { permit, ending, ...options }: ReplyOptions,
): AsyncGenerator<SpokenChunk> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const mayBegin = async (clause: Clause): Promise<boolean> =>
    !ending?.aborted && (!permit || (await permit(clause)));
  const abbreviations = abbreviationsIn(languageOf(options.voice));
  const clauses = readClauses(deltas, { signal, abbreviations });
  const synthesis = synthesizeAhead(clauses, { ...options, engine, signal });
  let startMs = 0;
  try {
    for await (const { clause, pieces } of synthesis.read()) {
      let isBegun = false;
      for await (const { samples, lengthMs, words } of pieces.read()) {
        if (!isBegun && !(await mayBegin(clause))) return;
        isBegun = true;
        synthesis.took(lengthMs);
        const endMs = startMs + lengthMs;
        if (signal.aborted) return;
        yield { samples, startMs, endMs, words: words.map((word) => later(word, startMs)), clause };
        startMs = endMs;
      }
    }
  } finally {
    stop.abort();
  }
}

/** For a listener who asks for the next chunk when the one before has left. One that is not asked after may not have left. */
export async function* asTheyLeave(
  chunks: AsyncIterable<SpokenChunk>,
  left: (samples: Float32Array) => void,
): AsyncGenerator<SpokenChunk> {
  for await (const chunk of chunks) {
    yield chunk;
    left(chunk.samples);
  }
}

/** English where it is not told: other abbreviations would then only cut a clause too early. */
function languageOf({ language, voiceId }: ReplyOptions['voice']): string {
  return language ?? PRESET_VOICES.find(({ id }) => id === voiceId)?.language ?? 'en';
}

function later(word: SpokenWord, ms: number): SpokenWord {
  return { ...word, startMs: word.startMs + ms, endMs: word.endMs + ms };
}

import type {
  SpeechChunk,
  SpeechEngine,
  SynthesisOptions,
  SynthesisRequest,
} from '../../../engines/speech/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Clause } from './clauses.ts';
import type { SpokenWord } from './heard.ts';
import { readClauses } from './read-clauses.ts';

/** Sound of at most 200 ms. `startMs` is its place in the reply's sound. */
export type SpokenChunk = {
  samples: Float32Array;
  startMs: number;
  endMs: number;
  /** Those that begin in it. */
  words: SpokenWord[];
  clause: Clause;
};

export type ReplyOptions = {
  voice: Omit<SynthesisRequest, 'text'>;
  signal?: AbortSignal | undefined;
  onBehalfOf?: SynthesisOptions['onBehalfOf'];
  /** Asked before the first sound of each clause. A clause that is refused is left out; abort to end the reply. */
  permit?(clause: Clause): Promise<boolean>;
  /** A clause that this voice cannot speak is left out. */
  onUnspoken?(clause: Clause, error: DomainError): void;
};

type Engine = Pick<SpeechEngine, 'capabilities' | 'synthesize'>;
type Speaking = {
  clause: Clause;
  chunks: AsyncIterator<SpeechChunk>;
  /** Begun before anybody reads it. */
  first: Promise<IteratorResult<SpeechChunk>>;
};
/** Times within the piece. */
type Piece = { samples: Float32Array; lengthMs: number; words: SpokenWord[] };

const CHUNK_MS = 200;

/**
 * Speaks a reply while it is still being written. The next clause is synthesized while one is read. Stop reading, or abort, to
 * cancel.
 */
export async function* speakReply(
  engine: Engine,
  deltas: AsyncIterable<string>,
  options: ReplyOptions,
): AsyncGenerator<SpokenChunk> {
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const clauses = readClauses(deltas, signal);
  const speakNext = async (): Promise<Speaking | null> => {
    const clause = await clauses.next();
    return clause && start(engine, clause, { ...options, signal });
  };
  let startMs = 0;
  try {
    let current = await speakNext();
    while (current) {
      const next = guarded(speakNext());
      for await (const { samples, lengthMs, words } of piecesOf(current, engine, options)) {
        if (signal.aborted) return;
        const endMs = startMs + lengthMs;
        yield {
          samples,
          startMs,
          endMs,
          words: words.map((word) => later(word, startMs)),
          clause: current.clause,
        };
        startMs = endMs;
      }
      current = await next;
    }
  } finally {
    stop.abort();
  }
}

function start(engine: Engine, clause: Clause, { voice, signal, onBehalfOf }: ReplyOptions): Speaking {
  const request = { ...voice, text: clause.speech };
  const chunks = engine.synthesize(request, { signal, onBehalfOf })[Symbol.asyncIterator]();
  return { clause, chunks, first: guarded(chunks.next()) };
}

async function* piecesOf(
  { clause, chunks, first }: Speaking,
  { capabilities }: Engine,
  { permit, onUnspoken, signal }: ReplyOptions,
): AsyncGenerator<Piece> {
  try {
    let next = await first;
    if (next.done || (permit && !(await permit(clause)))) return;
    for (; !next.done; next = await chunks.next())
      for (const piece of cut(next.value, clause, capabilities.sampleRate)) yield piece;
  } catch (error) {
    if (signal?.aborted) return;
    if (!(error instanceof DomainError) || error.kind !== 'invalid') throw error;
    onUnspoken?.(clause, error);
  } finally {
    await chunks.return?.();
  }
}

function cut({ samples, words }: SpeechChunk, clause: Clause, rate: number): Piece[] {
  const size = (rate * CHUNK_MS) / 1_000;
  const toMs = (sample: number): number => (sample * 1_000) / rate;
  return Array.from({ length: Math.ceil(samples.length / size) }, (_, i) => {
    const from = i * size;
    const piece = samples.subarray(from, from + size);
    const begun = words.filter(({ startSample }) => startSample >= from && startSample < from + size);
    return {
      samples: piece,
      lengthMs: toMs(piece.length),
      words: begun.map(({ start, end, startSample, endSample }) => ({
        text: clause.speech.slice(start, end),
        start: clause.start + start,
        end: clause.start + end,
        startMs: toMs(startSample - from),
        endMs: toMs(endSample - from),
      })),
    };
  });
}

function later(word: SpokenWord, ms: number): SpokenWord {
  return { ...word, startMs: word.startMs + ms, endMs: word.endMs + ms };
}

/** What is begun and then not read must not end the process. */
function guarded<Result>(task: Promise<Result>): Promise<Result> {
  task.catch(() => undefined);
  return task;
}

import type {
  SpeechChunk,
  SpeechEngine,
  SynthesisOptions,
  SynthesisRequest,
} from '../../../engines/speech/index.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Clause } from './clauses.ts';
import { createFeed, type Feed } from './feed.ts';
import type { SpokenWord } from './heard.ts';

/** Sound of at most 200 ms. Times are within the piece. */
type Piece = { samples: Float32Array; lengthMs: number; words: SpokenWord[] };
type Spoken = { clause: Clause; pieces: Feed<Piece> };

export type Voicing = {
  engine: Pick<SpeechEngine, 'capabilities' | 'synthesize'>;
  voice: Omit<SynthesisRequest, 'text'>;
  signal: AbortSignal;
  onBehalfOf?: SynthesisOptions['onBehalfOf'];
  /** A clause that this voice cannot speak is left out. */
  onUnspoken?: ((clause: Clause, error: DomainError) => void) | undefined;
};

export type Synthesis = {
  read(): AsyncGenerator<Spoken>;
  /** Reports that this much of the sound was taken. */
  took(ms: number): void;
};

const PIECE_MS = 200;
/** Sound that is kept ready. More would be made for nothing if the reply is cut. */
const MOST_AHEAD_MS = 8_000;
/** The caller's turn may not have ended until something is taken, and recognising its words needs the processor too. */
const FIRST_AHEAD_MS = 1_500;

/** Synthesizes one clause after the other, whatever was taken of them, up to a limit. */
export function synthesizeAhead(clauses: AsyncIterable<Clause>, voicing: Voicing): Synthesis {
  const { signal } = voicing;
  const spoken = createFeed<Spoken>(signal);
  let aheadMs = 0;
  let mostMs = FIRST_AHEAD_MS;
  let taken = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => taken.resolve(), { once: true });

  async function run(): Promise<void> {
    for await (const clause of clauses) {
      const pieces = createFeed<Piece>(signal);
      spoken.push({ clause, pieces });
      const isSpoken = await speakClause(clause, pieces);
      if (!isSpoken) return;
      while (aheadMs > mostMs && !signal.aborted) await taken.promise;
    }
  }

  async function speakClause(clause: Clause, pieces: Feed<Piece>): Promise<boolean> {
    try {
      for await (const piece of piecesOf(clause, voicing)) {
        aheadMs += piece.lengthMs;
        pieces.push(piece);
      }
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'invalid') {
        pieces.fail(error);
        return false;
      }
      if (!signal.aborted) voicing.onUnspoken?.(clause, error);
    }
    pieces.end();
    return true;
  }

  run().then(spoken.end, spoken.fail);

  return {
    read: spoken.read,
    took(ms) {
      aheadMs -= ms;
      mostMs = MOST_AHEAD_MS;
      taken.resolve();
      taken = Promise.withResolvers();
    },
  };
}

async function* piecesOf(
  clause: Clause,
  { engine, voice, signal, onBehalfOf }: Voicing,
): AsyncGenerator<Piece> {
  const request = { ...voice, text: clause.speech };
  // Whoever waits for the beginning of a reply goes before those who listen to one.
  const goesOn = clause.index > 0;
  for await (const chunk of engine.synthesize(request, { signal, onBehalfOf, goesOn }))
    yield* cut(chunk, clause, engine.capabilities.sampleRate);
}

function cut({ samples, words }: SpeechChunk, clause: Clause, rate: number): Piece[] {
  const size = (rate * PIECE_MS) / 1_000;
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

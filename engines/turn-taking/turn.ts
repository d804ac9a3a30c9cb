import type { Heard } from './types.ts';

/** Reads the sound at once; the words come later. */
export type Recognise = (from: number, to: number, signal: AbortSignal) => Promise<Heard>;

/** A stretch of sound and its words, once they are known. */
export type Piece = {
  to: number;
  result: Promise<Heard>;
  heard: Heard | undefined;
  failed: boolean;
  drop(): void;
};

/** Shorter ones are recognised again with what follows, since the recogniser uses the words around. */
const KEPT_SAMPLES = 8 * 16_000;

/** The words of one turn. Places are in samples. */
export type Turn = {
  from: number;
  /** Where the sound begins that is not final yet. */
  openFrom(): number;
  /** Recognises what was said up to a pause. The same pause is recognised once. */
  hear(to: number): Piece;
  /** Speech goes on: the words are thrown away, or become final if there are many. */
  reopen(): void;
  /** Makes what was said so far final, in the middle of long speech. */
  cut(at: number): void;
  /** Everything so far, if its words are known. */
  known(): Heard | undefined;
  /** Everything up to `to`, if no pause was heard before. */
  finish(to: number): Promise<Heard>;
  drop(): void;
};

export function createTurn(from: number, recognise: Recognise): Turn {
  const final: Piece[] = [];
  let openFrom = from;
  let latest: Piece | undefined;

  function begin(to: number): Piece {
    const abort = new AbortController();
    const result = recognise(openFrom, to, abort.signal);
    const piece: Piece = { to, result, heard: undefined, failed: false, drop: () => abort.abort() };
    result.then(
      (heard) => {
        piece.heard = heard;
      },
      () => {
        piece.failed = true;
      },
    );
    return piece;
  }

  function makeFinal(piece: Piece): void {
    final.push(piece);
    openFrom = piece.to;
    latest = undefined;
  }

  return {
    from,
    openFrom: () => openFrom,
    hear(to) {
      latest ??= begin(to);
      return latest;
    },
    reopen() {
      if (latest && latest.to - openFrom >= KEPT_SAMPLES) makeFinal(latest);
      else latest?.drop();
      latest = undefined;
    },
    cut: (at) => makeFinal(begin(at)),
    known() {
      const pieces = latest ? [...final, latest] : final;
      const heard = pieces.map((piece) => piece.heard);
      return heard.every((one) => one !== undefined) && heard.length > 0 ? joined(heard) : undefined;
    },
    async finish(to) {
      if (!latest && to > openFrom) latest = begin(to);
      const pieces = latest ? [...final, latest] : final;
      return joined(await Promise.all(pieces.map(({ result }) => result)));
    },
    drop() {
      for (const piece of final) piece.drop();
      latest?.drop();
    },
  };
}

function joined(pieces: readonly Heard[]): Heard {
  const worded = pieces.filter(({ text }) => text !== '');
  const language = worded.at(-1)?.language ?? pieces.at(-1)?.language ?? '';
  return { text: worded.map(({ text }) => text).join(/^(?:ja|zh)/u.test(language) ? '' : ' '), language };
}

/** The thread opens a persistent folder, or memory, optionally from a dump. */
export type PgliteSource = {
  folder?: string;
  /** Several threads can open a dump in shared memory without copies on the way. */
  dump?: Uint8Array<ArrayBufferLike>;
  /** PGlite's compiled program, which several threads may share. Default: compiled by the thread. */
  program?: object;
};

export type Question = 'ready' | 'dump' | 'syncs' | 'close';

/** Bytes are the PostgreSQL wire protocol, in both directions. */
export type ToThread = Uint8Array<ArrayBuffer> | Question;

export type Answers = {
  ready: true;
  dump: Uint8Array<ArrayBuffer>;
  syncs: number;
  close: true;
};

type Answer = { [Q in Question]: { question: Q; answer: Answers[Q] } }[Question];

export type FromThread = Uint8Array<ArrayBuffer> | Answer;

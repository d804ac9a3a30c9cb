import { type Static, Type } from '@sinclair/typebox';
import { MEGABYTE } from '../../platform/megabyte.ts';
import type { JobKind } from '../jobs/index.ts';

/** The worker speaks one segment of a text. */
export const SpeakRequest = Type.Object({
  engine: Type.String(),
  /** Identifies the content of the input `voice`, so that a worker can keep it. */
  voice: Type.String(),
  language: Type.String(),
  text: Type.String(),
  /** The words of the text, in order. `ipa` is how the caller wants one pronounced. */
  words: Type.Array(Type.Object({ text: Type.String(), ipa: Type.Optional(Type.String()) })),
  speed: Type.Number(),
  sample_rate: Type.Integer(),
  /** A longer sound is refused. */
  max_seconds: Type.Number(),
});
export type SpeakRequest = Static<typeof SpeakRequest>;

/** 48 kHz, 32 bits. */
const BYTES_PER_SECOND = 4 * 48_000;
const MAX_WORDS_BYTES = MEGABYTE / 4;

/** An internal job: one segment of speech in a remote voice. */
export const SPEAK_KIND: JobKind = {
  name: 'speak',
  outputs: {
    sound: {
      contentType: 'audio/wav',
      extension: 'wav',
      path: null,
      maxBytes: (request) =>
        Math.ceil((request as SpeakRequest).max_seconds * BYTES_PER_SECOND) + MEGABYTE / 16,
    },
    words: {
      contentType: 'application/json',
      extension: 'json',
      path: null,
      maxBytes: () => MAX_WORDS_BYTES,
    },
  },
  measured: {},
  resultFields: [],
  completed: null,
  failed: null,
  // A caller waits: it decides whether to try again.
  maxAttempts: 1,
};

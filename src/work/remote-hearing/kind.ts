import { MEGABYTE } from '../../platform/megabyte.ts';
import type { JobKind } from '../jobs/index.ts';

/** The worker gets this request, and the input `sound`: WAV, mono, 16 kHz, 16 bits. */
export type TranscribeRequest = {
  model: string;
  /** ISO 639-1. Null: to be detected. */
  language: string | null;
  /** `translate` writes English, whatever is spoken. */
  task: 'transcribe' | 'translate';
  seconds: number;
};

/** An internal job: a recording is written down with a model that only workers have. */
export const TRANSCRIBE_KIND: JobKind = {
  name: 'transcribe',
  outputs: {
    transcript: {
      contentType: 'application/json',
      extension: 'json',
      path: null,
      maxBytes: () => MEGABYTE,
    },
  },
  measured: {},
  resultFields: [],
  completed: null,
  failed: null,
  // A caller waits: it decides whether to try again.
  maxAttempts: 1,
};

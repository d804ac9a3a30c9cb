import { MEGABYTE } from '../../platform/megabyte.ts';
import type { JobKind } from '../jobs/index.ts';

/** The worker gets this request. */
export type SoundJobRequest = {
  model: string;
  prompt: string;
  /** Null: as long as is usual for it, up to `max_seconds`. */
  seconds: number | null;
  max_seconds: number;
  seed: number;
  loop: boolean;
  sample_rate: number;
  /** How the service reads a prompt for music. A hint. */
  plan?: object;
};

/** 48 kHz, two channels, 32 bits. */
const BYTES_PER_SECOND = 48_000 * 2 * 4;

/** Internal jobs: music or a sound effect of a model that only workers have. */
export const MUSIC_KIND = soundKind('music');
export const SFX_KIND = soundKind('sfx');

function soundKind<Name extends 'music' | 'sfx'>(name: Name): JobKind & { name: Name } {
  return {
    name,
    outputs: {
      sound: {
        contentType: 'audio/wav',
        extension: 'wav',
        path: null,
        maxBytes: (request) =>
          Math.ceil(((request as SoundJobRequest).max_seconds + 1) * BYTES_PER_SECOND) + MEGABYTE / 16,
      },
    },
    measured: {},
    resultFields: [],
    completed: null,
    failed: null,
    // A caller waits: it decides whether to try again.
    maxAttempts: 1,
  };
}

import { defineTask } from '../../../src/platform/threads/index.ts';
import type { languageScores } from './scores.ts';

/** Scoring runs in a thread, because the library takes a second to load. */
export const scoreLanguages = defineTask<typeof languageScores>(
  new URL('./scores.ts', import.meta.url),
  'languageScores',
);

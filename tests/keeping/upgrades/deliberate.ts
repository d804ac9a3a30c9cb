import type { Deliberate } from './compare-answers.ts';

export const DELIBERATE: readonly Deliberate[] = [
  { path: '/api/keys.keys.*.last_used_at', reason: 'The test uses the key.' },
  { path: '/api/usage.from', reason: 'The report is of the days until now.' },
  { path: '/api/usage.to', reason: 'The report is of the days until now.' },
];

/** Calls that are refused when they are repeated, and why. Nothing is charged for them. */
export const REFUSED = [
  {
    commit: '44c5688e',
    path: '/api/v1/avatar',
    status: 422,
    reason:
      'The request was known by its defaults, and `sync_mode` has one since. Migration 0096 ended that.',
  },
];

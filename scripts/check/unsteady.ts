type Unsteady = { file: string; reason: string; since: `${number}-${number}-${number}` };

/** Test files that are known to fail now and then. An entry gives the reason, and is a debt: the list should be empty. */
export const UNSTEADY: readonly Unsteady[] = [
  {
    file: 'tests/money/listing-changes.db.test.ts',
    reason: 'on PostgreSQL, once, 1,200 webhooks instead of 1,000 were announced; the cause is not known',
    since: '2026-11-18',
  },
];

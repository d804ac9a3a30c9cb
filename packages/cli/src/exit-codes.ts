export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notSignedIn: 3,
  notEnoughCredits: 4,
  unreachable: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, 'done'],
  [EXIT.failed, 'the service refused or failed, a job failed, or a file could not be read or written'],
  [EXIT.usage, 'the command line is wrong'],
  [EXIT.notSignedIn, 'no key, or one that the service does not accept'],
  [EXIT.notEnoughCredits, 'not enough credits, or not in the plan'],
  [EXIT.unreachable, 'the service cannot be reached'],
  [EXIT.interrupted, 'interrupted by Ctrl-C'],
];

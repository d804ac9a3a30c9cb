import { DomainError, domainError, type ErrorKind } from '../../platform/errors.ts';

export const InvalidBatch = domainError('invalid', 'invalid_request', (message: string) => message);

export const InvalidLine = domainError('invalid', 'invalid_line', (message: string) => message);

export class DuplicateRequestId extends InvalidLine {
  constructor(firstLine: number) {
    super(`request_id is already used on line ${firstLine}.`);
  }
}

export const BatchPlanRequired = domainError(
  'forbidden',
  'plan_required',
  (plan: string) =>
    `Batches need a paid plan; this account is on ${plan}. Upgrade, or send the items one by one.`,
);

export const BatchTooLarge = domainError(
  'forbidden',
  'batch_too_large',
  (items: number, max: number) =>
    `The batch has ${items} items; the limit is ${max}. Split it, or choose a larger plan.`,
);

export type BadLine = { line: number; problem: DomainError };

/** Errors that a line can cause, in the order in which single requests report them. */
const KINDS: readonly ErrorKind[] = ['invalid', 'forbidden', 'not_found', 'conflict'];

/** Whether the line itself is at fault. Any other error is a failure of the service. */
export function isLineProblem(error: unknown): error is DomainError {
  return error instanceof DomainError && KINDS.includes(error.kind);
}

export class BatchRefused extends DomainError {
  constructor(bad: readonly BadLine[]) {
    const [first] = bad.toSorted(
      (a, b) => KINDS.indexOf(a.problem.kind) - KINDS.indexOf(b.problem.kind) || a.line - b.line,
    );
    if (!first) throw new Error('a batch without a bad line is not refused');
    const others = bad.length > 1 ? ` ${bad.length - 1} more are listed in detail.` : '';
    super({
      kind: first.problem.kind,
      code: first.problem.code,
      public: `Nothing was enqueued. Line ${first.line}: ${first.problem.public}${others}`,
      detail: bad.map(({ line, problem }) => ({ path: `line ${line}`, message: problem.public })),
    });
  }
}

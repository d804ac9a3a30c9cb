import { DomainError } from '../../platform/errors.ts';
import { inMegabytes } from '../../platform/megabyte.ts';

/** What was sent does not add up to something that can be made. */
export class InvalidGenerate extends DomainError {
  constructor(message: string, path?: string) {
    const detail = path === undefined ? undefined : [{ path, message }];
    super({ kind: 'invalid', code: 'invalid_request', public: message, ...(detail && { detail }) });
  }
}

/** Each may be within the plan's cap, and all together not. */
export class FilesTooLarge extends DomainError {
  constructor(mostBytes: number) {
    super({
      kind: 'invalid',
      code: 'files_too_large',
      public: `The files of this request have more than ${inMegabytes(mostBytes)} together. Split it, or upload files that several lines share as assets.`,
    });
  }
}

/** Whatever was the matter with it, nothing was made and nothing charged. */
export class LocalWorkerFailed extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'upstream_failed',
      code: 'local_worker_failed',
      public: 'Local worker failed; nothing was charged. Retry with forceCloud true.',
      cause,
    });
  }
}

/** For the edge of the local worker: faults of the request stay what they are. */
export function asLocalFailure(error: unknown): unknown {
  const failed =
    error instanceof DomainError && (error.kind === 'upstream_failed' || error.kind === 'unavailable');
  return failed ? new LocalWorkerFailed(error.cause ?? error) : error;
}

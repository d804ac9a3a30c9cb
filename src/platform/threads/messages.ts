import { DomainError, type DomainErrorOptions } from '../errors.ts';

export type Order = { module: string; name: string; input: unknown };

/** A `domain` error is for the caller; any other is a fault of ours. */
export type Failure = { domain: DomainErrorOptions } | { message: string; stack: string | undefined };

/** `cpuMs`: what the thread has used since it started. */
export type Report = { cpuMs: number } & ({ output: unknown } | { failure: Failure });

export function failureOf(error: unknown): Failure {
  if (!(error instanceof DomainError)) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { message, stack };
  }
  const { kind, code, detail, retryAfterSeconds } = error;
  return {
    domain: {
      kind,
      code,
      public: error.public,
      ...(detail && { detail }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
  };
}

export function errorFrom(failure: Failure): Error {
  if ('domain' in failure) return new DomainError(failure.domain);
  return Object.assign(new Error(failure.message), { stack: failure.stack });
}

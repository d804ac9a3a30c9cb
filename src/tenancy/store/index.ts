import { DomainError } from '../../platform/errors.ts';

export class StoreUnavailable extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unavailable',
      code: 'store_unavailable',
      public: 'The service cannot reach its store at the moment; try again shortly.',
      retryAfterSeconds: 30,
      cause,
    });
  }
}

/** SQLSTATE classes: connection, resources, operator intervention, system error. */
const UNAVAILABLE_CLASSES = new Set(['08', '53', '57', '58']);
const READ_ONLY_TRANSACTION = '25006';
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOSPC',
  'EIO',
]);
/** What the drivers throw without a code. */
const DRIVER_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|PGlite is closed/i;

/** A store that is away, full or read-only is a 503 for the caller, not a fault of the program. */
export async function orStoreUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStoreUnavailable(error)) throw new StoreUnavailable(error);
    throw error;
  }
}

export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === READ_ONLY_TRANSACTION || SYSTEM_CODES.has(code)) return true;
  if (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return DRIVER_MESSAGES.test(error.message) || inner.some(isStoreUnavailable);
}

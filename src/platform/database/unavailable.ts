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
/** Driver errors without a code. */
const DRIVER_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|after calling end on the pool|database is closed|is not queryable|message from backend|No turn on the embedded/i;

/** An unreachable, full or read-only store is not a bug, and may be back shortly. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === READ_ONLY_TRANSACTION || SYSTEM_CODES.has(code)) return true;
  if (code.length === 5 && UNAVAILABLE_CLASSES.has(code.slice(0, 2))) return true;
  const inner = error instanceof AggregateError ? error.errors : [error.cause];
  return DRIVER_MESSAGES.test(error.message) || inner.some(isStoreUnavailable);
}

import { DomainError, domainError } from '../errors.ts';

export const StorageUnavailable = domainError('unavailable', 'storage_unavailable', (cause: unknown) => ({
  public: 'Files cannot be stored or read at the moment. Try again shortly.',
  cause,
}));

/** Nothing was stored and nothing is charged; earlier data is safe. */
export const StorageFull = domainError('unavailable', 'storage_full', (cause: unknown) => ({
  public: 'Storage is full: nothing was stored and nothing was charged. Try again when space has been freed.',
  retryAfterSeconds: 60,
  cause,
}));

/** Error codes of file systems, of S3 and compatible stores, and of PostgreSQL (disk_full). */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);
const FULL_NAMES = new Set(['QuotaExceeded', 'InsufficientStorage', 'XMinioStorageFull']);
const INSUFFICIENT_STORAGE = 507;

export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  if (FULL_CODES.has(String(code)) || FULL_NAMES.has(error.name)) return true;
  return $metadata?.httpStatusCode === INSUFFICIENT_STORAGE || isStorageFull(error.cause);
}

export const RangeNotSatisfiable = domainError(
  'range_not_satisfiable',
  'range_not_satisfiable',
  (cause?: unknown) => ({ public: 'The requested byte range is outside the file.', cause }),
);

/** Turns failures of the store into `StorageFull` or `StorageUnavailable`. Domain errors pass through. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw isStorageFull(error) ? new StorageFull(error) : new StorageUnavailable(error);
  }
}

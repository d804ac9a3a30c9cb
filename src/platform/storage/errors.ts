import { DomainError } from '../errors.ts';

export class StorageUnavailable extends DomainError {
  constructor(cause: unknown) {
    super({
      kind: 'unavailable',
      code: 'storage_unavailable',
      public: 'Files cannot be stored or read at the moment. Please try again shortly.',
      cause,
    });
  }
}

export class RangeNotSatisfiable extends DomainError {
  constructor(cause?: unknown) {
    super({
      kind: 'range_not_satisfiable',
      code: 'range_not_satisfiable',
      public: 'The requested byte range lies outside of the file.',
      cause,
    });
  }
}

/** What the store itself did wrong becomes `StorageUnavailable`; facts of the domain pass as they are. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DomainError ? error : new StorageUnavailable(error);
  }
}

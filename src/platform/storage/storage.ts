import type { Readable } from 'node:stream';

/**
 * Both ends are inclusive, as in HTTP. Without `end`, the range goes up to the last byte; with `last`, it has that many
 * from the end.
 */
export type ByteRange = { start: number; end?: number | undefined } | { last: number };

export type StoredHead = { bytes: number; contentType: string };

export type StoredObject = {
  /** Must be read or destroyed, or its file or connection stays open. */
  body: Readable;
  /** Length of `body`: that of the range, if one was requested. */
  bytes: number;
  /** Length of the whole object. */
  totalBytes: number;
  contentType: string;
};

export type PutOptions = {
  contentType: string;
  /** `later` does not wait for the disk: a power failure may lose the object. Default: `now`. */
  flush?: 'now' | 'later';
};

export type Body = Buffer | AsyncIterable<Uint8Array>;

export type Storage = {
  /** Atomic: the object appears complete or not at all. Replaces an earlier object with the same key. */
  put(key: string, body: Body, options: PutOptions): Promise<{ bytes: number; sha256: string }>;
  /** Throws `RangeNotSatisfiable` if the range is malformed or starts after the last byte. */
  get(key: string, options?: { range?: ByteRange }): Promise<StoredObject | null>;
  head(key: string): Promise<StoredHead | null>;
  /** Deleting what does not exist is not an error. */
  delete(keys: string | readonly string[]): Promise<void>;
  /** Keys that begin with `prefix`, in any order: not every S3-compatible store sorts them. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws `StorageUnavailable` or `StorageFull` when the store cannot be used now. */
  check(): Promise<void>;
};

import type { Readable } from 'node:stream';

/** Both ends inclusive, as in HTTP; without `end` to the last byte; or the `last` so many. */
export type ByteRange = { start: number; end?: number | undefined } | { last: number };

export type StoredHead = { bytes: number; contentType: string };

export type StoredObject = {
  /** Must be read or destroyed, or its file or connection stays open. */
  body: Readable;
  /** Length of `body`, which is that of the range when one was asked for. */
  bytes: number;
  /** Length of the whole object. */
  totalBytes: number;
  contentType: string;
};

export type PutOptions = {
  contentType: string;
  /** `later` is for what the caller has already been given: it does not wait for the disk, and what a power cut tore is
   * gone. The default is `now`. */
  flush?: 'now' | 'later';
};

export type Body = Buffer | AsyncIterable<Uint8Array>;

export type Storage = {
  /** The object appears whole or not at all; an earlier one under the key is replaced. */
  put(key: string, body: Body, options: PutOptions): Promise<{ bytes: number; sha256: string }>;
  /** A range that starts behind the last byte throws `RangeNotSatisfiable`. */
  get(key: string, options?: { range?: ByteRange }): Promise<StoredObject | null>;
  head(key: string): Promise<StoredHead | null>;
  /** Deleting what does not exist is not an error. */
  delete(keys: string | readonly string[]): Promise<void>;
  /** Keys that begin with `prefix`, in any order: not every S3 sorts them. */
  list(prefix: string): AsyncIterable<string>;
  /** Throws `StorageUnavailable` when the store cannot be used now. */
  check(): Promise<void>;
};

import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { guarded, RangeNotSatisfiable, StorageUnavailable } from './errors.ts';
import { inParallel } from './in-parallel.ts';
import { assertKey, assertPrefix } from './keys.ts';
import { MeasuredBody } from './measured-body.ts';
import { assertRange, resolveRange } from './range.ts';
import { createClient, REQUEST_MS, type S3StorageOptions } from './s3-client.ts';
import { type InTime, withDeadline } from './s3-deadline.ts';
import { upload } from './s3-upload.ts';
import type { Storage, StoredHead } from './storage.ts';

const FALLBACK_TYPE = 'application/octet-stream';

export function createS3Storage(options: S3StorageOptions): Storage & { close(): void } {
  const client = createClient(options);
  const inTime = withDeadline(options.requestMs ?? REQUEST_MS);
  const at = (key: string) => {
    assertKey(key);
    return { Bucket: options.bucket, Key: key };
  };

  async function head(key: string): Promise<StoredHead | null> {
    const command = new HeadObjectCommand(at(key));
    const object = await orNull(() => inTime((limits) => client.send(command, limits)));
    return object && { bytes: object.ContentLength ?? 0, contentType: object.ContentType ?? FALLBACK_TYPE };
  }

  /** Not every S3-compatible store supports suffix ranges. */
  async function fromTheEnd(key: string, range: { last: number }): Promise<{ start: number }> {
    const { start } = resolveRange(range, (await head(key))?.bytes ?? 0);
    return { start };
  }

  return {
    async put(key, body, { contentType }) {
      const target = { ...at(key), ContentType: contentType };
      const measured = new MeasuredBody(body);
      try {
        await guarded(() => upload(client, target, measured, inTime));
      } catch (error) {
        measured.rethrowSourceFailure();
        throw error;
      }
      return measured.summary();
    },

    async get(key, { range } = {}) {
      const byteRange = range && 'last' in range ? await fromTheEnd(key, range) : range;
      const command = new GetObjectCommand({ ...at(key), ...(byteRange && { Range: toHeader(byteRange) }) });
      const object = await orNull(() => inTime(() => client.send(command)));
      if (!object) return null;
      if (!(object.Body instanceof Readable)) throw new StorageUnavailable('an object came without a body');
      const bytes = object.ContentLength ?? 0;
      const totalBytes = Number(object.ContentRange?.split('/')[1] ?? bytes);
      return { body: object.Body, bytes, totalBytes, contentType: object.ContentType ?? FALLBACK_TYPE };
    },

    head,

    // One request per key: not every S3-compatible store supports multi-object deletes.
    async delete(keys) {
      const targets = [keys].flat().map(at);
      const remove = (target: (typeof targets)[number]) =>
        inTime((limits) => client.send(new DeleteObjectCommand(target), limits));
      await guarded(() => inParallel(targets, remove));
    },

    list(prefix) {
      assertPrefix(prefix);
      return listKeys(client, inTime, { Bucket: options.bucket, Prefix: prefix });
    },

    async check() {
      await guarded(() =>
        inTime((limits) => client.send(new HeadBucketCommand({ Bucket: options.bucket }), limits)),
      );
    },

    close: () => client.destroy(),
  };
}

async function* listKeys(
  client: S3Client,
  inTime: InTime,
  wanted: { Bucket: string; Prefix: string },
): AsyncGenerator<string> {
  try {
    for (let ContinuationToken: string | undefined, isLast = false; !isLast; ) {
      const command = new ListObjectsV2Command({ ...wanted, ContinuationToken });
      const page = await inTime((limits) => client.send(command, limits));
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
      isLast = !page.NextContinuationToken || page.NextContinuationToken === ContinuationToken;
      ContinuationToken = page.NextContinuationToken;
    }
  } catch (error) {
    throw new StorageUnavailable(error);
  }
}

async function orNull<T>(send: () => Promise<T>): Promise<T | null> {
  return guarded(async () => {
    try {
      return await send();
    } catch (error) {
      const name = error instanceof Error ? error.name : '';
      if (name === 'NoSuchKey' || name === 'NotFound') return null;
      if (name === 'InvalidRange') throw new RangeNotSatisfiable(error);
      throw error;
    }
  });
}

function toHeader(range: { start: number; end?: number | undefined }): string {
  assertRange(range);
  return `bytes=${range.start}-${range.end ?? ''}`;
}

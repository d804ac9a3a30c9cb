import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { InTime } from './s3-deadline.ts';

/** S3 allows 10,000 parts of at least 5 MiB (except the last), so an object may have 78 GiB. */
export const PART_BYTES = 8 * 2 ** 20;

type Target = { Bucket: string; Key: string; ContentType: string };
type Place = { Bucket: string; Key: string; UploadId: string | undefined };

/** Holds about one part in memory at a time. An object smaller than a part is sent in a single request. */
export async function upload(
  client: S3Client,
  target: Target,
  body: AsyncIterable<Uint8Array>,
  inTime: InTime,
): Promise<void> {
  const parts = inParts(body);
  const first = await parts.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  if (head.length < PART_BYTES) {
    await inTime((limits) => client.send(new PutObjectCommand({ ...target, Body: head }), limits));
    return;
  }
  const { UploadId } = await inTime((limits) =>
    client.send(new CreateMultipartUploadCommand(target), limits),
  );
  const place: Place = { Bucket: target.Bucket, Key: target.Key, UploadId };
  try {
    await sendParts(client, place, head, parts, inTime);
  } catch (error) {
    // Parts of an unfinished upload are invisible, yet billed.
    await inTime((limits) => client.send(new AbortMultipartUploadCommand(place), limits)).catch(
      () => undefined,
    );
    throw error;
  }
}

async function sendParts(
  client: S3Client,
  place: Place,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
  inTime: InTime,
): Promise<void> {
  const done: { ETag: string | undefined; PartNumber: number }[] = [];
  const sendPart = async (Body: Buffer): Promise<void> => {
    const PartNumber = done.length + 1;
    const { ETag } = await inTime((limits) =>
      client.send(new UploadPartCommand({ ...place, PartNumber, Body }), limits),
    );
    done.push({ ETag, PartNumber });
  };
  await sendPart(head);
  for await (const part of rest) await sendPart(part);
  const whole = new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: done } });
  await inTime((limits) => client.send(whole, limits));
}

async function* inParts(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of body) {
    held.push(chunk);
    heldBytes += chunk.byteLength;
    if (heldBytes < PART_BYTES) continue;
    const joined = Buffer.concat(held);
    const whole = heldBytes - (heldBytes % PART_BYTES);
    for (let at = 0; at < whole; at += PART_BYTES) yield joined.subarray(at, at + PART_BYTES);
    held = [joined.subarray(whole)];
    heldBytes -= whole;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

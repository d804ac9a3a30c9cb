import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** S3 allows 10,000 parts of at least 5 MiB (except the last), so an object may have 78 GiB. */
export const PART_BYTES = 8 * 2 ** 20;

type Target = { Bucket: string; Key: string; ContentType: string };
type Place = { Bucket: string; Key: string; UploadId: string | undefined };

/** Holds about one part in memory at a time. An object smaller than a part is sent in a single request. */
export async function upload(
  client: S3Client,
  target: Target,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  const parts = inParts(body);
  const first = await parts.next();
  const head = first.done ? Buffer.alloc(0) : first.value;
  if (head.length < PART_BYTES) {
    await client.send(new PutObjectCommand({ ...target, Body: head }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const place: Place = { Bucket: target.Bucket, Key: target.Key, UploadId };
  try {
    await sendParts(client, place, head, parts);
  } catch (error) {
    // Parts of an unfinished upload are invisible, yet billed.
    await client.send(new AbortMultipartUploadCommand(place)).catch(() => undefined);
    throw error;
  }
}

async function sendParts(
  client: S3Client,
  place: Place,
  head: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const done: { ETag: string | undefined; PartNumber: number }[] = [];
  const sendPart = async (Body: Buffer): Promise<void> => {
    const PartNumber = done.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...place, PartNumber, Body }));
    done.push({ ETag, PartNumber });
  };
  await sendPart(head);
  for await (const part of rest) await sendPart(part);
  await client.send(new CompleteMultipartUploadCommand({ ...place, MultipartUpload: { Parts: done } }));
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

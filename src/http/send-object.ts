import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, StoredObject } from '../platform/storage/index.ts';

/**
 * Files come from customers and workers. Whatever type they claim, a browser must not run them as pages of this origin or
 * guess another type.
 */
const SAFE_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
};
const MEDIA_TYPE =
  /^((audio|video)\/[a-z0-9.+-]+|image\/(png|jpeg|webp|gif|avif|bmp|tiff)|text\/vtt|application\/json)(;|$)/i;

/** Sends the whole object, or the single range that a player requests when it seeks. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (range: ByteRange | undefined) => Promise<StoredObject>,
): Promise<FastifyReply> {
  const range = rangeIn(request.headers.range);
  const { body, bytes, totalBytes, contentType } = await open(range);
  reply.headers({
    ...SAFE_HEADERS,
    'accept-ranges': 'bytes',
    'content-type': MEDIA_TYPE.test(contentType) ? contentType : 'application/octet-stream',
    'content-length': bytes,
  });
  if (!range) return reply.send(body);
  const start = 'last' in range ? totalBytes - bytes : range.start;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${start + bytes - 1}/${totalBytes}`)
    .send(body);
}

/** Multiple ranges, other units and malformed headers get the whole object, as RFC 9110 allows. */
function rangeIn(header: string | undefined): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first !== '') return { start: Number(first), end: last === '' ? undefined : Number(last) };
  return last === '' ? undefined : { last: Number(last) };
}

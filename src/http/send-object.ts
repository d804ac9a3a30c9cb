import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, StoredObject } from '../platform/storage/index.ts';

/** Sends it whole, or the one range that a player asked for when it seeks. */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  open: (range: ByteRange | undefined) => Promise<StoredObject>,
): Promise<FastifyReply> {
  const range = rangeIn(request.headers.range);
  const { body, bytes, totalBytes, contentType } = await open(range);
  reply.headers({ 'accept-ranges': 'bytes', 'content-type': contentType, 'content-length': bytes });
  if (!range) return reply.send(body);
  const start = 'last' in range ? totalBytes - bytes : range.start;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${start + bytes - 1}/${totalBytes}`)
    .send(body);
}

/** Several ranges, other units and nonsense are answered with the whole, as RFC 9110 allows. */
export function rangeIn(header: string | undefined): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first !== '') return { start: Number(first), end: last === '' ? undefined : Number(last) };
  return last === '' ? undefined : { last: Number(last) };
}

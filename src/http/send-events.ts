import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withAccessEnd } from './access-end.ts';

/** Sends server-sent events until they end, or until the caller's access does. */
export function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncIterable<string>,
): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      // Keeps nginx from buffering the stream.
      'x-accel-buffering': 'no',
    })
    .send(Readable.from(withAccessEnd(request, events)));
}

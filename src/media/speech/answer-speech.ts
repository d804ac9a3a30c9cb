import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, clientGone, type Idempotency } from '../../http/index.ts';
import { answerWith, headersOf } from './answers.ts';
import type { SpeechRequest } from './schemas.ts';
import type { SpeechStreams } from './stream-speech.ts';
import { type SpeechDeps, synthesizeSpeech } from './synthesize-speech.ts';

type WholeDeps = SpeechDeps & { idempotency: Idempotency };

export function answerWhole(
  deps: WholeDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
): Promise<FastifyReply> {
  return deps.idempotency.answerOnce(request, reply, async (receipt) => {
    const spoken = await synthesizeSpeech(deps, callerOf(request), body, {
      requestId: request.id,
      signal: clientGone(reply),
      prepare: receipt ? (result) => receipt.stash(answerWith(result)) : undefined,
      commit: receipt ? (tx, result) => receipt.keep(tx, answerWith(result)) : undefined,
    });
    return answerWith(spoken);
  });
}

/** With an Idempotency-Key the whole is made first: only what is whole can be given again. */
export async function answerAsStream(
  deps: WholeDeps & { streams: SpeechStreams },
  request: FastifyRequest,
  reply: FastifyReply,
  body: SpeechRequest,
): Promise<FastifyReply> {
  if (request.headers['idempotency-key'] !== undefined) return answerWhole(deps, request, reply, body);
  const delivery = { requestId: request.id, signal: clientGone(reply) };
  const spoken = await deps.streams.open(callerOf(request), body, delivery);
  return reply.headers(headersOf(spoken)).send(spoken.body);
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Answer,
  type AnswerKeeper,
  addressOf,
  type Caller,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  type Idempotency,
} from '../../http/index.ts';
import type { RequestContext } from './answers.ts';
import { chooseRoute } from './choose-route.ts';
import { type InferDeps, inferLocally } from './infer-text.ts';
import { queueInference } from './queue-inference.ts';
import { type QueueVideoDeps, queueVideo } from './queue-video.ts';
import { type Received, receiveRequest } from './receive-request.ts';
import type { GenerateRequest } from './schemas.ts';
import { type SpeakDeps, speakLocally } from './speak-locally.ts';

export type GenerateDeps = QueueVideoDeps &
  SpeakDeps &
  InferDeps & {
    idempotency: Idempotency;
    uploads: ConcurrencyLimit;
  };

export function answerGenerate(
  deps: GenerateDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  const caller = callerOf(request);
  const receive = () =>
    receiveRequest(request, (received) => {
      const run = (keeper: AnswerKeeper | null) =>
        generate(deps, caller, received, {
          requestId: request.id,
          signal,
          keeper,
          address: addressOf(request),
        });
      return deps.idempotency.answerOnce(request, reply, run, received.fingerprint);
    });
  return bringsMedia(request) ? deps.uploads.run(caller.accountId, receive) : receive();
}

function bringsMedia(request: FastifyRequest): boolean {
  return request.isMultipart() || Boolean((request.body as GenerateRequest | undefined)?.input?.length);
}

async function generate(
  deps: GenerateDeps,
  caller: Caller,
  received: Received,
  context: RequestContext,
): Promise<Answer> {
  const { body, sources } = received;
  const { node, task } = chooseRoute(body, sources.length > 0);
  if (task === 'tts') return speakLocally(deps, caller, body, context);
  if (task === 'video') return queueVideo(deps, caller, received, context);
  return node === 'local_worker'
    ? inferLocally(deps, caller, body, context)
    : queueInference(deps, caller, body, context);
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUDIO_FORMATS } from '../../../engines/codec/index.ts';
import {
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  formHasNoBody,
  type Idempotency,
  receiveUpload,
} from '../../../http/index.ts';
import { InvalidField, MAX_AUDIO_BYTES } from '../../transcription/index.ts';
import { NothingSaid } from './errors.ts';
import { ConversationParams, TurnAnswer, TurnBody, TurnForm, turnViewOf } from './schemas.ts';
import { type Said, type TurnDeps, takeTurn } from './take-turn.ts';

export type TurnRoutesDeps = TurnDeps & { idempotency: Idempotency; uploads: ConcurrencyLimit };

type Format = (typeof AUDIO_FORMATS)[number];
type Received = { said: Said; format: Format | undefined; fingerprint: string[] };

export function turnRoutes(deps: TurnRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Agents'],
      summary: 'Take a turn in a conversation',
      description:
        'Send what was said as `audio` or as `text`; the answer has the reply and its sound. Costs 5 credits per second heard and 1 per character spoken, both charged only with the answer. One turn at a time: 409 `turn_in_progress`. When the credits run out, an agent with a `last_sentence` says it, if they still pay for it, and the conversation ends.',
      consumes: ['application/json', 'multipart/form-data'],
      params: ConversationParams,
      body: {
        content: {
          'application/json': { schema: TurnBody },
          'multipart/form-data': { schema: TurnForm },
        },
      },
      response: { 200: TurnAnswer, ...errors(402, 404, 409, 422, 502, 503) },
    };
    app.post<{ Params: { id: string }; Body: Partial<Static<typeof TurnBody>> }>(
      '/api/v1/conversations/:id/turns',
      {
        schema,
        config: { auth: 'bearer-or-session', permission: 'agents', idempotent: true },
        preValidation: async (request) => formHasNoBody(request),
      },
      (request, reply) =>
        receive(deps, request, request.body ?? {}, (received) =>
          answer(deps, request, reply, request.params.id, received),
        ),
    );
  };
}

function receive<Result>(
  { uploads }: TurnRoutesDeps,
  request: FastifyRequest,
  { text, format }: Partial<Static<typeof TurnBody>>,
  use: (received: Received) => Promise<Result>,
): Promise<Result> {
  if (!request.isMultipart()) {
    if (text === undefined || text.trim() === '') throw new NothingSaid();
    return use({ said: { text }, format, fingerprint: [] });
  }
  const limits = { maxFileBytes: MAX_AUDIO_BYTES, maxFiles: 1 };
  return uploads.run(callerOf(request).accountId, () =>
    receiveUpload(request, limits, async ({ files, fields }) => {
      const file = files.find(({ field }) => field === 'audio');
      if (!file) throw new NothingSaid();
      const fingerprint = [file.sha256, fields.format ?? ''];
      return use({ said: { path: file.path }, format: formatFrom(fields.format), fingerprint });
    }),
  );
}

function formatFrom(field: string | undefined): Format | undefined {
  const format = AUDIO_FORMATS.find((known) => known === field);
  if (field !== undefined && !format)
    throw new InvalidField(`format must be one of ${AUDIO_FORMATS.join(', ')}.`);
  return format;
}

function answer(
  deps: TurnRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { said, format, fingerprint }: Received,
): Promise<FastifyReply> {
  const signal = clientGone(reply);
  return deps.idempotency.answerOnce(
    request,
    reply,
    (receipt) =>
      takeTurn(deps, callerOf(request), id, said, {
        requestId: request.id,
        signal,
        format,
        receipt,
        answerWith: (turn, { ended }, audioUrl) => ({
          status: 200,
          body: { ...turnViewOf(id, turn, audioUrl), ended },
        }),
      }),
    fingerprint,
  );
}

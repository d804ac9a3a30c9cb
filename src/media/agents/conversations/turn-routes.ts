import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AUDIO_FORMATS } from '../../../../engines/codec/index.ts';
import {
  accessEnded,
  type ConcurrencyLimit,
  callerOf,
  clientGone,
  errors,
  formHasNoBody,
  type Idempotency,
  prefersJson,
  receiveUpload,
} from '../../../http/index.ts';
import { InvalidField, MAX_AUDIO_BYTES } from '../../transcription/index.ts';
import { NothingSaid } from './errors.ts';
import { answerOf, ConversationParams, TurnAnswer, TurnBody, TurnForm } from './schemas.ts';
import { streamTurn } from './stream-turn.ts';
import { type Said, type TurnDeps, takeTurn } from './take-turn.ts';
import { EVENT_STREAM, type TurnEvent, writeEvent } from './turn-events.ts';

export type TurnRoutesDeps = TurnDeps & { idempotency: Idempotency; uploads: ConcurrencyLimit };

type Format = (typeof AUDIO_FORMATS)[number];
type Received = { said: Said; format: Format | undefined; fingerprint: string[] };

export function turnRoutes(deps: TurnRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Agents'],
      summary: 'Take a turn in a conversation',
      description:
        'Send what was said as `audio` or as `text`; the answer has the reply and its sound. Costs 5 credits per second heard and 1 per character spoken, both charged only with the answer. One turn at a time: 409 `turn_in_progress`. When the credits run out, an agent with a `last_sentence` says it, if they still pay for it, and the conversation ends.\n\n' +
        'With `Accept: text/event-stream` the turn is told as it happens: `transcript` (what was heard is then paid), `reply_text` (`delta`), `tool`, `audio` (`audio`: 16-bit PCM, 24 kHz, mono, as base64; `start_ms`, `end_ms`, and `words` with their times and their offsets in the reply) and at last `turn`, before it `error` if something failed. Each clause is paid before its sound is sent; if you leave, the rest is neither spoken nor charged. The sound is not kept, and `format` is ignored. With an Idempotency-Key the turn is made as a whole, and `turn` is the only event.',
      consumes: ['application/json', 'multipart/form-data'],
      params: ConversationParams,
      body: {
        content: {
          'application/json': { schema: TurnBody },
          'multipart/form-data': { schema: TurnForm },
        },
      },
      response: {
        200: {
          description: 'The turn, or its events.',
          content: {
            'application/json': { schema: TurnAnswer },
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        ...errors(402, 404, 409, 422, 502, 503),
      },
    };
    app.post<{ Params: { id: string }; Body: Partial<Static<typeof TurnBody>> }>(
      '/api/v1/conversations/:id/turns',
      {
        schema,
        config: { auth: 'bearer-or-session', permission: 'talk:use', idempotent: true, lasting: true },
        preValidation: async (request) => formHasNoBody(request),
      },
      (request, reply) =>
        receive(deps, request, request.body ?? {}, (received) => {
          const isStream = wantsEvents(request) && request.headers['idempotency-key'] === undefined;
          return (isStream ? answerInEvents : answer)(deps, request, reply, request.params.id, received);
        }),
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
      const { path, contentType } = file;
      return use({ said: { path, contentType }, format: formatFrom(fields.format), fingerprint });
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
  const signed = (path: string): string => deps.signUrl(path, callerOf(request).accountId);
  return deps.idempotency.answerOnce(
    request,
    reply,
    (keeper) =>
      takeTurn(deps, callerOf(request), id, said, {
        requestId: request.id,
        signal,
        format,
        keeper,
        answerWith: (turn, { ended }, audioUrl) => {
          const body = answerOf(id, turn, { ended, audioUrl, signed });
          if (!wantsEvents(request)) return { status: 200, body };
          const event = Buffer.from(writeEvent({ type: 'turn', ...body }));
          return { status: 200, headers: EVENT_STREAM, body: event };
        },
      }),
    fingerprint,
  );
}

const EVENTS = 'text/event-stream';

function wantsEvents({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes(EVENTS) && !prefersJson(accept, EVENTS);
}

/** Nobody listens to a reply for so long: a client that does not read would keep the conversation. */
const STREAM_MS = 600_000;

/** Until the words are known every failure is an ordinary error. */
async function answerInEvents(
  deps: TurnRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  { said }: Received,
): Promise<FastifyReply> {
  const gone = AbortSignal.any([clientGone(reply), AbortSignal.timeout(STREAM_MS)]);
  const signal = AbortSignal.any([gone, accessEnded(request)]);
  const events = streamTurn(deps, callerOf(request), id, said, { requestId: request.id, signal });
  const first = await events.next();
  const body = Readable.from(written(first, events), { objectMode: false });
  const leave = (): void => {
    body.destroy();
    // Destroying a body that nobody has read does not end the events, and only ending them keeps the turn.
    events.return(undefined).catch((err: unknown) => request.log.error({ err }, 'a turn was not kept'));
  };
  if (gone.aborted) leave();
  gone.addEventListener('abort', leave, { once: true });
  return reply.headers(EVENT_STREAM).send(body);
}

async function* written(
  first: IteratorResult<TurnEvent>,
  events: AsyncGenerator<TurnEvent>,
): AsyncGenerator<string> {
  if (!first.done) yield writeEvent(first.value);
  for await (const event of events) yield writeEvent(event);
}

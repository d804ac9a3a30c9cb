import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { accessEnded, callerOf, clientGone, type UrlSigner } from '../../http/index.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import { answerRequest, complete } from './answer-request.ts';
import { type Call, callTool } from './call-tool.ts';
import { type Cancellations, openCancellations } from './cancellations.ts';
import { openEventStream } from './event-stream.ts';
import { checkOrigin } from './origin.ts';
import {
  checkHeaders,
  errorOf,
  isRequest,
  type Message,
  ProtocolError,
  progressOf,
  progressTokenOf,
  type Request,
  readMessage,
  resultOf,
  statelessVersionOf,
} from './protocol.ts';

export type McpDeps = {
  database: Database;
  db: Db;
  signUrl: UrlSigner;
  publicUrl: string;
  origins: readonly string[];
};
type Deps = Pick<McpDeps, 'signUrl'> & { app: FastifyInstance; cancellations: Cancellations };

/** A base64 file of 3 MB, and some. */
const MAX_BODY_BYTES = 4.5 * MEGABYTE;
const PostRequired = domainError(
  'method_not_allowed',
  'method_not_allowed',
  'Send messages of the Model Context Protocol with POST.',
);
const SESSION = /^[\w-]{1,100}$/;

/**
 * The Model Context Protocol over HTTP, for assistants. Keeps no state: a session id only tells apart the calls of two
 * clients with one key, so that a cancellation meets the right one.
 */
export function mcpRoutes({ database, db, signUrl, publicUrl, origins }: McpDeps): FastifyPluginAsync {
  const allowed = [new URL(publicUrl).origin, ...origins];
  return async (app) => {
    const cancellations = await openCancellations(database, db);
    app.addHook('onClose', () => cancellations.close());
    const deps = { app, signUrl, cancellations };
    const config = { auth: 'bearer', permission: 'any:use', bucket: 'messages', stream: 'calls' } as const;
    const preValidation = async ({ headers }: FastifyRequest) => checkOrigin(headers.origin, allowed);
    const schema = { hide: true };
    app.post('/mcp', { config, schema, preValidation, bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
      answer(deps, request, reply).catch((error: unknown) => refuse(reply, error)),
    );
    // Streams that a server opens, and sessions that a client ends: this server has neither.
    app.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      config: { auth: 'public', bucket: 'public' },
      schema,
      handler: async (_request, reply) => {
        reply.header('allow', 'POST');
        throw new PostRequired();
      },
    });
  };
}

async function answer(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const message = readMessage(request.body);
  if (message === 'response') return reply.code(202).send();
  checkHeaders(message, request.headers);
  if (!isRequest(message)) {
    if (message.method === 'notifications/cancelled') await cancel(deps, request, message);
    return reply.code(202).send();
  }
  if (message.method === 'tools/call') return answerCall(deps, request, reply, message);
  if (message.method === 'initialize') reply.header('mcp-session-id', randomUUID());
  return reply.send(answerWith(message, () => answerRequest(message)));
}

function answerWith(message: Request, read: () => object): object {
  try {
    return resultOf(message.id, read());
  } catch (error) {
    if (error instanceof ProtocolError) return errorOf(message.id, error);
    throw error;
  }
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ProtocolError)) throw error;
  return reply.code(400).send(errorOf(null, error));
}

async function cancel({ cancellations }: Deps, request: FastifyRequest, { params }: Message): Promise<void> {
  const session = sessionOf(request);
  const id = params?.requestId;
  if (session === null || (typeof id !== 'string' && typeof id !== 'number')) return;
  await cancellations.cancel({ accountId: callerOf(request).accountId, session, id });
}

function sessionOf({ headers }: FastifyRequest): string | null {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' && SESSION.test(session) ? session : null;
}

/** As a stream where the client accepts one, because tools take seconds to minutes and report their progress. */
async function answerCall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  message: Request,
): Promise<FastifyReply> {
  const asStream = request.headers.accept?.includes('text/event-stream') ?? false;
  const events = asStream ? openEventStream() : null;
  const token = progressTokenOf(message);
  let reported = 0;
  const report: Call['report'] = (done, text) => {
    // The protocol wants every report to be higher than the one before.
    if (!events || token === null || done <= reported) return;
    reported = done;
    events.send(progressOf(token, done, text));
  };
  const run = runCall(deps, request, reply, message, report);
  if (!events) return reply.send(await run);
  run.then(
    (response) => events.end(response),
    (error: Error) => events.fail(error),
  );
  return reply.headers(events.headers).send(events.body);
}

/** Resolves to null when the client canceled the call: it then expects no response. */
async function runCall(
  { cancellations, ...deps }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  message: Request,
  report: Call['report'],
): Promise<object | null> {
  const canceled = new AbortController();
  const gone = clientGone(reply);
  const session = sessionOf(request);
  const { accountId } = callerOf(request);
  const stop =
    session === null
      ? null
      : cancellations.onCancel({ accountId, session, id: message.id }, () => canceled.abort());
  const ended = accessEnded(request);
  const signal = AbortSignal.any([gone, ended, canceled.signal]);
  const isStateless = statelessVersionOf(message) !== null;
  const isCanceled = () => canceled.signal.aborted || (isStateless && gone.aborted);
  try {
    const result = await callTool(deps, request, message, { report, signal, isCanceled });
    return resultOf(message.id, complete(result));
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    if (signal.aborted) return null;
    if (error instanceof ProtocolError) return errorOf(message.id, error);
    throw error;
  } finally {
    stop?.();
  }
}

import { randomUUID } from 'node:crypto';
import {
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  PerRequestHTTPServerTransport,
  ProtocolError,
} from '@modelcontextprotocol/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { accessEnded, callerOf, clientGone, type UrlSigner } from '../../http/index.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { MEGABYTE } from '../../platform/megabyte.ts';
import { type CallDeps, callTool } from './call-tool.ts';
import { type Cancellations, openCancellations } from './cancellations.ts';
import { checkOrigin } from './origin.ts';
import { type Incoming, missingMethod, readMessage } from './protocol.ts';
import { type Call, createServer } from './server.ts';

export type McpDeps = {
  database: Database;
  db: Db;
  signUrl: UrlSigner;
  publicUrl: string;
  origins: readonly string[];
};
type Deps = CallDeps & { cancellations: Cancellations };

/** A base64 file of 3 MB, and some. */
const MAX_BODY_BYTES = 4.5 * MEGABYTE;
const PostRequired = domainError(
  'method_not_allowed',
  'method_not_allowed',
  'Send messages of the Model Context Protocol with POST.',
);
/** Some proxies close a connection that is silent for a minute or less. */
const KEEP_ALIVE_MS = 15_000;
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
  const incoming = readMessage(request.body, request.headers);
  if (incoming === 'response') return reply.code(202).send();
  const { message, classification } = incoming;
  if (!isJSONRPCRequest(message)) {
    if (message.method === 'notifications/cancelled') await cancel(deps, request, message);
    return reply.code(202).send();
  }
  const missing = missingMethod(message, classification);
  if (missing) return reply.code(missing.status).send(missing.body);
  if (message.method === 'initialize') reply.header('mcp-session-id', randomUUID());
  return serve(deps, request, reply, message, classification);
}

function refuse(reply: FastifyReply, error: unknown): FastifyReply {
  if (!(error instanceof ProtocolError)) throw error;
  const { code, message, data } = error;
  return reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code, message, data } });
}

async function cancel(
  { cancellations }: Deps,
  request: FastifyRequest,
  { params }: JSONRPCNotification,
): Promise<void> {
  const session = sessionOf(request);
  const id = params?.requestId;
  if (session === null || (typeof id !== 'string' && typeof id !== 'number')) return;
  await cancellations.cancel({ accountId: callerOf(request).accountId, session, id });
}

function sessionOf({ headers }: FastifyRequest): string | null {
  const session = headers['mcp-session-id'];
  return typeof session === 'string' && SESSION.test(session) ? session : null;
}

/** Tools answer with a stream where the client accepts one: they take seconds to minutes and report their progress. */
async function serve(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  message: JSONRPCRequest,
  classification: Incoming['classification'],
): Promise<FastifyReply> {
  const canceled = new AbortController();
  const gone = clientGone(reply);
  const ended = accessEnded(request);
  const signal = AbortSignal.any([gone, ended, canceled.signal]);
  const isCanceled = () => canceled.signal.aborted || (classification.era === 'modern' && gone.aborted);
  const call = async (toolCall: Call) => {
    const stop = onCancel(deps, request, toolCall, () => canceled.abort());
    try {
      return await callTool(deps, request, toolCall, { signal, isCanceled });
    } finally {
      stop?.();
    }
  };
  const asStream = message.method === 'tools/call' && request.headers.accept?.includes('text/event-stream');
  const transport = new PerRequestHTTPServerTransport({
    classification,
    responseMode: asStream ? 'sse' : 'json',
    keepAliveMs: KEEP_ALIVE_MS,
  });
  await createServer({ log: request.log, call }).connect(transport);
  signal.addEventListener('abort', () => void transport.close(), { once: true });
  if (signal.aborted) await transport.close();
  ended.addEventListener('abort', () => reply.raw.headersSent && reply.raw.destroy(), { once: true });
  try {
    const response = await transport.handleMessage(message);
    // The first bytes carry the headers: a client need not wait for the result to learn that its call was taken.
    transport.writeCommentFrame('still here');
    return reply.send(response);
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    // A client that canceled its call expects no response.
    if (signal.aborted) return reply.send();
    throw error;
  }
}

function onCancel({ cancellations }: Deps, request: FastifyRequest, { id }: Call, canceled: () => void) {
  const session = sessionOf(request);
  if (session === null) return null;
  return cancellations.onCancel({ accountId: callerOf(request).accountId, session, id }, canceled);
}

import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ErrorDetail } from '../../platform/errors.ts';

/** OpenAI's shape, for clients that read it; `code` and `request_id` stand beside it as everywhere else here. */
const OpenAiErrorSchema = Type.Object(
  {
    error: Type.Object({
      message: Type.String(),
      type: Type.String(),
      param: Type.Union([Type.String(), Type.Null()]),
      code: Type.Union([Type.String(), Type.Null()]),
    }),
    code: Type.String(),
    request_id: Type.String(),
  },
  { title: 'OpenAIError' },
);

const STATUSES: Record<number, { type: string; description: string }> = {
  400: { type: 'invalid_request_error', description: 'The request is not valid.' },
  401: { type: 'authentication_error', description: 'The API key is missing or not valid.' },
  402: { type: 'insufficient_quota', description: 'Insufficient credits or balance.' },
  404: { type: 'not_found_error', description: 'Not found.' },
  409: { type: 'conflict_error', description: 'Conflicts with the current state.' },
  422: { type: 'invalid_request_error', description: 'Understood, but cannot be processed.' },
  429: { type: 'rate_limit_error', description: 'Too many requests in 60 seconds; see Retry-After.' },
  502: { type: 'server_error', description: 'An engine failed; nothing was charged.' },
  503: { type: 'server_error', description: 'Not available on this server now.' },
};

/** Error responses for the schema of a route; 400, 401 and 429 are always among them. */
export function openAiErrors(...statuses: number[]): Record<number, object> {
  const entries = [400, 401, 429, ...statuses].map((status) => [
    status,
    { description: STATUSES[status]?.description ?? 'Failed.', ...OpenAiErrorSchema },
  ]);
  return Object.fromEntries(entries);
}

type OwnBody = { error: string; code: string; request_id: string; detail?: ErrorDetail[] };

/** Translates every error of the routes in this plugin, also those that hooks before them have thrown. */
export function answerErrorsAsOpenAi(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preSerialization', async (_request, reply, payload) =>
    reply.statusCode >= 400 && isOwnBody(payload) ? translated(payload, reply.statusCode) : payload,
  );
}

function isOwnBody(payload: unknown): payload is OwnBody {
  return typeof payload === 'object' && payload !== null && 'error' in payload && 'request_id' in payload;
}

function translated({ error, code, request_id, detail }: OwnBody, status: number) {
  const type = STATUSES[status]?.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error');
  const param = detail?.[0]?.path.replace(/^body\./, '') ?? null;
  return { error: { message: error, type, param, code }, code, request_id };
}

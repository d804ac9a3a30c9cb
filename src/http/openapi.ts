import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import fastifySwagger from '@fastify/swagger';
import { Type } from '@sinclair/typebox';
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify';
import { declaredErrors } from '../platform/errors.ts';
import { sourceVersion } from '../platform/source-version.ts';
import type { AuthRule } from './caller.ts';
import { tidyDocument } from './tidy-document.ts';

/** The version of the document, not the API version in the path. */
const DOCUMENT_VERSION = '1.0.0';

const ErrorSchema = Type.Object(
  {
    error: Type.String({ description: 'A human-readable sentence.' }),
    code: Type.String({ description: 'A stable name of the cause: an `ErrorCode`. New ones may be added.' }),
    request_id: Type.String(),
    trace_id: Type.Optional(Type.String({ description: 'Where the operator traces the call.' })),
    detail: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  },
  { title: 'Error' },
);

const SECURITY: Record<AuthRule, Record<string, string[]>[]> = {
  public: [],
  signature: [],
  bearer: [{ apiKey: [] }],
  session: [{ session: [] }],
  'bearer-or-session': [{ apiKey: [] }, { session: [] }],
  'bearer-or-signed-url': [{ apiKey: [] }, { signedUrl: [] }],
  'bearer-session-or-signed-url': [{ apiKey: [] }, { session: [] }, { signedUrl: [] }],
  admin: [{ session: [] }],
  worker: [{ workerSecret: [] }],
};

const WHO: Record<AuthRule, string> = {
  public: 'Anybody may call it.',
  signature: 'The signature of the payment provider is checked.',
  bearer: 'Needs an API key.',
  session: 'Needs a session.',
  'bearer-or-session': 'Needs an API key or a session.',
  'bearer-or-signed-url': 'Needs an API key, or an address that was signed.',
  'bearer-session-or-signed-url': 'Needs an API key, a session, or an address that was signed.',
  admin: 'Needs the session of an administrator.',
  worker: 'Needs the secret of a worker.',
};

/** Every tag of a route is one of these; a linter checks it. */
const TAGS = {
  Account: 'Sign-up, sign-in, keys, sessions and settings.',
  Administration: 'What administrators do.',
  Agents: 'Agents that talk, and their conversations.',
  Assets: 'Files that requests refer to.',
  Billing: 'Plans, prepaid balance, invoices and usage.',
  Dubbing: 'Films and sounds in other languages.',
  Generate: 'Videos, speech and text through one door, alone or in batches.',
  History: 'What was generated, and saved runs.',
  Jobs: 'Work that goes on after the response.',
  Marketplace: 'Voices that others offer.',
  Music: 'Music from a prompt.',
  OpenAI: "The same in the shapes of OpenAI's API.",
  'Payment webhooks': 'What payment providers report.',
  Provenance: 'Whether a machine made a file, and what is known about it.',
  Sellers: 'Earnings, verification and payouts.',
  Service: 'Health, models and releases.',
  Sound: 'Sound effects.',
  Speech: 'Text to speech.',
  Transcription: 'Speech to text.',
  Video: 'Presenters and backgrounds.',
  'Voice clones': 'Voices from recordings.',
  'Voice consent': 'The consent of whoever is cloned.',
  Voices: 'Every voice that you can use.',
  Webhooks: 'Events that are sent to you.',
  Workers: 'Machines that take jobs.',
} as const;

const STATUS_TEXT: Record<number, string> = {
  400: 'The request is not valid.',
  401: 'The API key or session is missing or not valid.',
  402: 'Insufficient credits or balance, or a larger plan is required.',
  403: 'Not allowed.',
  404: 'Not found.',
  409: 'Conflicts with the current state.',
  416: 'The byte range is outside the file.',
  422: 'Understood, but cannot be processed.',
  429: 'Too many requests in 60 seconds; see Retry-After.',
  502: 'An engine failed; nothing was charged.',
  503: 'Not available on this server now.',
};

/** Error responses for a route schema: `...errors(402, 404)`. */
export function errors(...statuses: (keyof typeof STATUS_TEXT)[]): Record<number, object> {
  const entries = statuses.map((status) => [status, { description: STATUS_TEXT[status], ...ErrorSchema }]);
  return Object.fromEntries(entries);
}

export type DocumentOptions = {
  publicUrl: string;
  /** Webhook events as OpenAPI path items, by event name. */
  webhooks?: Record<string, object>;
};

/** Every module that declares one is loaded before a server is made. */
function errorCodes(): string[] {
  return [...new Set(declaredErrors.map(({ code }) => code))].sort();
}

/** The code that writes the document. */
const WRITTEN_BY = [
  sourceVersion(import.meta.url, ['.']),
  createRequire(import.meta.url)('@fastify/swagger/package.json').version,
];

declare module 'fastify' {
  interface FastifyInstance {
    /** Names all that the OpenAPI document says, once all routes are there. */
    documentKey(): string;
  }
}

export async function installOpenApi(
  app: FastifyInstance,
  { publicUrl, webhooks = {} }: DocumentOptions,
): Promise<void> {
  const told = createHash('sha256').update(JSON.stringify([publicUrl, webhooks, TAGS, WRITTEN_BY]));
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    told.update(JSON.stringify([method, url, schema, config]));
  });
  app.decorate('documentKey', () =>
    told.copy().update(JSON.stringify(errorCodes())).digest('hex').slice(0, 32),
  );
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vox Humana',
        version: DOCUMENT_VERSION,
        description: 'A self-hosted voice and digital-human API.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'The operator of this server', url: publicUrl },
      },
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      servers: [{ url: publicUrl }],
      webhooks,
      components: {
        schemas: { ErrorCode: { type: 'string', enum: errorCodes() } },
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: sk_live_… or ek_…' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'vox_session',
            description: 'In production its name is `__Host-vox_session`.',
          },
          signedUrl: { type: 'apiKey', in: 'query', name: 'signature' },
          workerSecret: { type: 'apiKey', in: 'header', name: 'x-worker-secret' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      schema: {
        operationId: operationIdOf(`${route.method}`, url),
        ...describeRoute(schema ?? {}, route.config),
      },
      url,
    }),
    transformObject: (document) =>
      'openapiObject' in document ? tidyDocument(document.openapiObject) : document.swaggerObject,
  });
}

/** Derived from method and path, so that ids are stable: `post_v1_tts`, `delete_keys_id`. */
function operationIdOf(method: string, url: string): string {
  const words = url.replace(/^\/api\//, '').split(/[^a-z0-9]+/i);
  return [method.toLowerCase(), ...words].filter((word) => word !== '').join('_');
}

const IDEMPOTENCY_HEADERS = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'A unique name of this request, in printable ASCII. A repeat within 24 hours gets the first response with ' +
        '`Idempotent-Replayed: true` and is not charged again. 409 while the first is running, 422 with another body.',
    }),
  ),
});

function describeRoute(
  schema: FastifySchema,
  { auth = 'bearer', idempotent = false, permission }: FastifyContextConfig = {},
): FastifySchema {
  const takesKey = SECURITY[auth].some((way) => 'apiKey' in way);
  const response = {
    ...errors(400, 429),
    ...(auth !== 'public' && auth !== 'signature' && errors(401)),
    ...(takesKey && errors(403)),
    ...(idempotent && errors(409, 422)),
    ...(schema.response as Record<number, object> | undefined),
  };
  const description = schema.description ?? `${schema.summary ?? 'An operation'}. ${WHO[auth]}`;
  const headers = idempotent && { headers: IDEMPOTENCY_HEADERS };
  const needs = takesKey && { 'x-permission': permission };
  return {
    ...schema,
    description,
    ...headers,
    ...needs,
    security: SECURITY[auth],
    response,
  } as FastifySchema;
}

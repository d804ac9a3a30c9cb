import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, type Caller, callerOf, type Idempotency } from '../../http/index.ts';
import { allotCredits } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { prefixedId } from '../../platform/ids.ts';
import { issueEphemeralKey } from '../../tenancy/api-keys/index.ts';
import { answerErrorsAsOpenAi, openAiErrors } from '../openai/index.ts';
import { InvalidSession } from './errors.ts';
import { chatModelOf, type ModelDeps, REALTIME_MODELS } from './models.ts';
import { oneOf } from './one-of.ts';
import { ProtocolError } from './protocol-error.ts';
import { insertSecretSession } from './queries.ts';
import { newSession, type SessionConfig, updateSession } from './session-config.ts';

export type ClientSecretDeps = ModelDeps & { clock: Clock; idempotency: Idempotency };

/** Limits a session written as JSON. A key has a thousand secrets at most, so this also limits them together. */
const MAX_SESSION_CHARACTERS = 64_000;
const DEFAULT_SECONDS = 600;
/** An hour of a conversation in which both sides speak half of the time. */
const DEFAULT_CREDITS = 36_000;
const MAX_CREDITS = 1_000_000_000_000;
const LIFETIME_SECONDS = { shortest: 60, longest: 3_600 };

const Session = Type.Object(
  { type: Type.Optional(oneOf('realtime', 'transcription')), model: Type.Optional(Type.String()) },
  { additionalProperties: true, description: 'As in `session.update`. The socket begins with it.' },
);
const Body = Type.Object({
  session: Type.Optional(Session),
  expires_after: Type.Optional(
    Type.Object({
      anchor: Type.Optional(Type.Literal('created_at')),
      seconds: Type.Optional(
        Type.Integer({
          minimum: 10,
          maximum: 7_200,
          default: DEFAULT_SECONDS,
          description: `At least ${LIFETIME_SECONDS.shortest} and at most ${LIFETIME_SECONDS.longest} are used.`,
        }),
      ),
    }),
  ),
  credit_limit: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: MAX_CREDITS }), Type.Null()], {
      default: DEFAULT_CREDITS,
      description:
        "Not in OpenAI's API. Credits that the secret may use in all, over all of its sessions; beyond them a session ends. The default is about what one session of 60 minutes costs. Null means no limit.",
    }),
  ),
});
const Secret = Type.Object({
  value: Type.String({ description: 'Begins with `ek_`. Shown only in this response.' }),
  expires_at: Type.Integer({ description: 'Unix seconds. An open session goes on.' }),
  session: Type.Object({}, { additionalProperties: true }),
  credit_limit: Type.Union([Type.Integer(), Type.Null()]),
});

export function clientSecretRoutes(deps: ClientSecretDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    answerErrorsAsOpenAi(app);
    createRoute(app, deps);
  };
}

function createRoute(app: App, deps: ClientSecretDeps): void {
  const { clock, idempotency } = deps;
  const schema = {
    tags: ['OpenAI'],
    summary: 'Create a Realtime client secret (OpenAI-compatible)',
    description:
      'For the browser of your user: an ephemeral key that opens `/v1/realtime` with these settings and does nothing else. ' +
      'Its model cannot be changed by the browser. Send it as the subprotocol `openai-insecure-api-key.KEY`.',
    body: Type.Optional(Body),
    response: { 200: Secret, ...openAiErrors(409, 422, 503) },
  };
  const config = { auth: 'bearer', permission: 'realtime:manage', idempotent: true } as const;
  app.post('/v1/realtime/client_secrets', { schema, config }, async (request, reply) => {
    const {
      session: wanted = {},
      expires_after: { seconds = DEFAULT_SECONDS } = {},
      credit_limit: creditLimit = DEFAULT_CREDITS,
    } = request.body ?? {};
    const session = readSession(deps, wanted);
    return idempotency.answerInTransaction(request, reply, async (tx) => {
      const maker: Caller = callerOf(request);
      const { id, key, expiresAt } = await issueEphemeralKey(
        { tx, clock, creditLimits: { allot: allotCredits } },
        maker,
        { permissions: ['realtime'], lifetimeSeconds: withinLimits(seconds), creditLimit },
      );
      await insertSecretSession(tx, id, { ...wanted, type: session.type, model: session.model });
      const shown = { id: prefixedId('sess'), object: 'realtime.session', ...session };
      const body = {
        value: key,
        expires_at: Math.floor(expiresAt.getTime() / 1_000),
        session: shown,
        credit_limit: creditLimit,
      };
      return { status: 200, body };
    });
  });
}

/** Refuses what the socket would refuse. */
function readSession(deps: ModelDeps, wanted: Record<string, unknown>): SessionConfig {
  const { type = 'realtime', model = REALTIME_MODELS[0] } = wanted as Partial<SessionConfig>;
  if (JSON.stringify(wanted).length > MAX_SESSION_CHARACTERS)
    throw new InvalidSession({
      message: `session must have at most ${MAX_SESSION_CHARACTERS} characters.`,
      param: 'session',
    });
  if (type === 'realtime') chatModelOf(deps, String(model));
  try {
    return updateSession(newSession(type, String(model)), wanted);
  } catch (error) {
    if (error instanceof ProtocolError) throw new InvalidSession(error);
    throw error;
  }
}

function withinLimits(seconds: number): number {
  return Math.min(LIFETIME_SECONDS.longest, Math.max(LIFETIME_SECONDS.shortest, seconds));
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, errors, type Idempotency } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf } from '../../tenancy/audit-log/index.ts';
import type { JobKinds } from '../../work/jobs/index.ts';
import {
  createWorkerSecret,
  listWorkerSecrets,
  revokeWorkerSecret,
  type WorkerSecret,
} from '../../work/workers/index.ts';

const config = { auth: 'admin' } as const;
const tags = ['Administration'];
const Time = Type.String({ format: 'date-time' });
const SecretView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kinds: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'Kinds of jobs that its workers may take. Null means all.',
    }),
    last_four: Type.String(),
    created_at: Time,
    last_used_at: Type.Union([Time, Type.Null()], { description: 'Accurate to the minute.' }),
    revoked_at: Type.Union([Time, Type.Null()]),
  },
  { title: 'WorkerSecret' },
);
const CreatedView = Type.Composite([
  SecretView,
  Type.Object({ secret: Type.String({ description: 'Returned only here; the service keeps its hash.' }) }),
]);

type Deps = { db: Db; clock: Clock; idempotency: Idempotency; kinds: JobKinds };

/** Secrets of worker machines. */
export function workerSecretRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    createRoute(app, deps);
    revokeRoute(app, deps);
  };
}

function listRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'List worker secrets',
    response: { 200: Type.Object({ worker_secrets: Type.Array(SecretView) }), ...errors(403) },
  };
  app.get('/api/admin/worker-secrets', { schema, config }, async () => ({
    worker_secrets: (await listWorkerSecrets(deps)).map(viewOf),
  }));
}

function createRoute(app: App, deps: Deps): void {
  const names = deps.kinds.all.map(({ name }) => name);
  const CreateBody = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, description: 'Such as the name of the machine.' }),
    kinds: Type.Optional(
      Type.Array(Type.Unsafe<string>({ type: 'string', enum: names }), {
        minItems: 1,
        uniqueItems: true,
        description: 'Kinds of jobs that its workers may take. Default: all.',
      }),
    ),
  });
  const schema = {
    tags,
    summary: 'Create a worker secret',
    description: 'For the header `x-worker-secret` of one machine, instead of the shared `WORKER_SECRET`.',
    body: CreateBody,
    response: { 201: CreatedView, ...errors(403) },
  };
  app.post(
    '/api/admin/worker-secrets',
    { schema, config: { ...config, idempotent: true } },
    async (request, reply) => {
      const { name, kinds = null } = request.body;
      return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const by = actorOf(request);
        const { secret, ...created } = await createWorkerSecret({ ...deps, tx }, { name, kinds, by });
        return { status: 201, body: { ...viewOf(created), secret } };
      });
    },
  );
}

function revokeRoute(app: App, deps: Deps): void {
  const schema = {
    tags,
    summary: 'Revoke a worker secret',
    description:
      'Its workers get 403 from then on, and the jobs that they hold return to the queue at once. Safe to repeat.',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    response: { 200: SecretView, ...errors(403, 404) },
  };
  app.delete('/api/admin/worker-secrets/:id', { schema, config }, async (request) =>
    viewOf(await revokeWorkerSecret(deps, { id: request.params.id, by: actorOf(request) })),
  );
}

function viewOf({ lastFour, createdAt, lastUsedAt, revokedAt, ...secret }: WorkerSecret) {
  return {
    id: secret.id,
    name: secret.name,
    kinds: secret.kinds,
    last_four: lastFour,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  };
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';

export type CheckResult = 'ok' | 'starting' | 'missing' | 'down';

/** Each check resolves to its state, or throws when it is down. */
export type HealthChecks = {
  database(): Promise<CheckResult>;
  storage(): Promise<CheckResult>;
  queue(): Promise<CheckResult>;
  ffmpeg(): Promise<CheckResult>;
  engines: Record<string, () => Promise<CheckResult>>;
};

const CHECK_TIMEOUT_MS = 2_000;
const State = Type.Union(
  ['ok', 'starting', 'missing', 'down'].map((state) => Type.Literal(state as CheckResult)),
);
const HealthSchema = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('down')]),
  checks: Type.Object({
    database: State,
    storage: State,
    queue: State,
    ffmpeg: State,
    engines: Type.Record(Type.String(), State),
  }),
});

export function healthRoutes(checks: HealthChecks): FastifyPluginAsyncTypebox {
  return async (app) => {
    const config = { auth: 'public', bucket: 'none' } as const;
    const response = { 200: HealthSchema, 503: HealthSchema };
    const ready = { tags: ['Service'], summary: 'Is the service ready for traffic?', response };
    app.get('/api/health', { schema: ready, config }, async (_request, reply) => {
      const report = await examine(checks);
      return reply.code(report.status === 'ok' ? 200 : 503).send(report);
    });
    const live = {
      tags: ['Service'],
      summary: 'Is the process alive?',
      response: { 200: Type.Object({ status: Type.Literal('ok') }) },
    };
    app.get('/api/live', { schema: live, config }, async () => ({ status: 'ok' as const }));
  };
}

async function examine(checks: HealthChecks) {
  const engineNames = Object.keys(checks.engines);
  const [database, storage, queue, ffmpeg, ...engineStates] = await Promise.all([
    stateOf(checks.database),
    stateOf(checks.storage),
    stateOf(checks.queue),
    stateOf(checks.ffmpeg),
    ...engineNames.map((name) => stateOf(checks.engines[name])),
  ]);
  const engines = Object.fromEntries(engineNames.map((name, i) => [name, engineStates[i] ?? 'down']));
  // ffmpeg is not required: without it only containers other than WAV are missing.
  const required = [database, storage, queue, ...Object.values(engines)];
  const status = required.includes('down') ? ('down' as const) : ('ok' as const);
  return { status, checks: { database, storage, queue, ffmpeg, engines } };
}

async function stateOf(check: (() => Promise<CheckResult>) | undefined): Promise<CheckResult> {
  if (!check) return 'missing';
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve('down'), CHECK_TIMEOUT_MS);
  });
  // A throwing check is the finding itself: that part is down.
  return Promise.race([check().catch((): CheckResult => 'down'), timeout]).finally(() => clearTimeout(timer));
}

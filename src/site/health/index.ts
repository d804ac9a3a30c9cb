import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { addressOf, limitByAddress } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';

type CheckResult = 'ok' | 'starting' | 'missing' | 'down';

/** Each check resolves to its state, or throws when it is down. */
export type HealthChecks = {
  database(): Promise<CheckResult>;
  storage(): Promise<CheckResult>;
  queue(): Promise<CheckResult>;
  ffmpeg(): Promise<CheckResult>;
  /** ffmpeg reads customers' files in this sandbox. */
  sandbox(): Promise<CheckResult>;
  engines: Record<string, () => Promise<CheckResult>>;
};

const CHECK_TIMEOUT_MS = 2_000;
const State = Type.Union(
  ['ok', 'starting', 'missing', 'down'].map((state) => Type.Literal(state as CheckResult)),
);
const HealthSchema = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('down'), Type.Literal('stopping')]),
  checks: Type.Object({
    database: State,
    storage: State,
    queue: State,
    ffmpeg: State,
    sandbox: State,
    engines: Type.Record(Type.String(), State),
  }),
});

type Deps = { checks: HealthChecks; clock: Clock };

/** Probes from anywhere cost the database one look a second. */
const FRESH_MS = 1_000;

export function healthRoutes({ checks, clock }: Deps): FastifyPluginAsyncTypebox {
  let last: { at: number; report: ReturnType<typeof examine> } | undefined;
  const current = (): ReturnType<typeof examine> => {
    const now = clock.now().getTime();
    if (!last || Math.abs(now - last.at) >= FRESH_MS) last = { at: now, report: examine(checks) };
    return last.report;
  };
  // The probe must answer when the database, which counts all other calls, does not.
  const limit = limitByAddress(clock, PER_MINUTE);
  return async (app) => {
    const config = { auth: 'public', bucket: 'none' } as const;
    const response = { 200: HealthSchema, 503: HealthSchema };
    const ready = {
      tags: ['Service'],
      summary: 'Readiness probe',
      description:
        'Checks are at most a second old. A server that was asked to stop answers 503 with `stopping`, and still takes calls for `DRAIN_SECONDS`.',
      response,
    };
    app.get('/api/health', { schema: ready, config }, async (request, reply) => {
      limit(addressOf(request));
      const report = await current();
      const status = app.isLeaving() ? 'stopping' : report.status;
      return reply.code(status === 'ok' ? 200 : 503).send({ ...report, status });
    });
    const live = {
      tags: ['Service'],
      summary: 'Liveness probe',
      response: { 200: Type.Object({ status: Type.Literal('ok') }) },
    };
    app.get('/api/live', { schema: live, config }, async () => ({
      status: 'ok' as const,
    }));
  };
}

const PER_MINUTE = 300;

async function examine(checks: HealthChecks) {
  const engineNames = Object.keys(checks.engines);
  const [database, storage, queue, ffmpeg, sandbox, ...engineStates] = await Promise.all([
    stateOf(checks.database),
    stateOf(checks.storage),
    stateOf(checks.queue),
    stateOf(checks.ffmpeg),
    stateOf(checks.sandbox),
    ...engineNames.map((name) => stateOf(checks.engines[name])),
  ]);
  const engines = Object.fromEntries(engineNames.map((name, i) => [name, engineStates[i] ?? 'down']));
  // ffmpeg is not required: without it only containers other than WAV are missing. Nor is a sandbox, which few containers allow.
  const required = [database, storage, queue, ...Object.values(engines)];
  const status = required.includes('down') ? ('down' as const) : ('ok' as const);
  return { status, checks: { database, storage, queue, ffmpeg, sandbox, engines } };
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

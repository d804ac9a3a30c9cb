import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errors } from '../../http/index.ts';
import { domainError } from '../../platform/errors.ts';
import type { EventLoopWatch } from '../../platform/event-loop-watch/index.ts';
import { type BacklogReader, measureBacklog } from './backlog.ts';
import { exportMetrics, type MetricsExport } from './export-metrics.ts';

export type { Backlog } from './backlog.ts';
export { exportMetrics } from './export-metrics.ts';

type PoolFigures = { busy: number; queued: number; restarts: number };
type Options = {
  token: string | undefined;
  engines: Record<string, () => PoolFigures>;
  /** True if ffmpeg reads customers' files in a sandbox. */
  hasSandbox: boolean;
  eventLoop: EventLoopWatch;
  backlog: BacklogReader;
  /** Undefined unless metrics are sent somewhere. */
  exported: MetricsExport | undefined;
};

const TURN_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LATENCY_BUCKETS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const MetricsTokenInvalid = domainError(
  'unauthenticated',
  'metrics_token_invalid',
  'Send METRICS_TOKEN as a Bearer token.',
);

export function installMetrics(app: FastifyInstance, options: Options): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countRequests(app, registry);
  measureEngines(registry, options.engines);
  new Gauge({
    name: 'vox_media_sandbox',
    help: "1 if ffmpeg reads customers' files in a sandbox, 0 if this system allows none.",
    registers: [registry],
  }).set(options.hasSandbox ? 1 : 0);
  measureEventLoop(registry, options.eventLoop);
  const lookAtBacklog = measureBacklog(registry, options.backlog);
  if (options.exported) {
    const exporting = exportMetrics(registry, lookAtBacklog, options.exported);
    app.addHook('onClose', () => exporting.close());
  }

  const text = { 'text/plain': { schema: { type: 'string' } } };
  const response = { 200: { description: 'The Prometheus text format.', content: text }, ...errors(401) };
  const schema = { tags: ['Service'], summary: 'Prometheus metrics', response };
  app.get('/metrics', { schema, config: { auth: 'public', bucket: 'none' } }, async (request, reply) => {
    requireToken(request, options.token);
    await lookAtBacklog();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function countRequests(app: FastifyInstance, registry: Registry): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const duration = new Histogram({
    name: 'vox_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames,
    buckets: LATENCY_BUCKETS_S,
    registers: [registry],
  });
  const sent = new Counter({
    name: 'vox_http_response_bytes_total',
    help: 'Bytes announced in Content-Length.',
    labelNames: ['route'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    sent.inc({ route }, Number(reply.getHeader('content-length') ?? 0));
  });
}

function measureEngines(registry: Registry, engines: Options['engines']): void {
  new Gauge({
    name: 'vox_engine_calls',
    help: 'Calls that an engine is running, has waiting, and how often its processes were replaced.',
    labelNames: ['engine', 'state'],
    registers: [registry],
    collect() {
      for (const [engine, figures] of Object.entries(engines)) {
        const { busy, queued, restarts } = figures();
        for (const [state, value] of Object.entries({ busy, queued, restarts }))
          this.set({ engine, state }, value);
      }
    },
  });
}

function measureEventLoop(registry: Registry, eventLoop: EventLoopWatch): void {
  const turns = new Histogram({
    name: 'vox_event_loop_turn_cpu_seconds',
    help: 'Processor time of the main thread between two looks, 10 ms apart unless a turn takes longer.',
    buckets: TURN_BUCKETS_S,
    registers: [registry],
  });
  const long = new Counter({
    name: 'vox_event_loop_long_turns_total',
    help: 'Turns of the event loop that took more than 50 ms of processor time, by the route or task that ran.',
    labelNames: ['route'],
    registers: [registry],
  });
  let longestMs = 0;
  new Gauge({
    name: 'vox_event_loop_longest_turn_seconds',
    help: 'Processor time of the longest turn since these metrics were last read.',
    registers: [registry],
    collect() {
      this.set(longestMs / 1_000);
      longestMs = 0;
    },
  });
  eventLoop.onLook((cpuMs) => {
    turns.observe(cpuMs / 1_000);
    longestMs = Math.max(longestMs, cpuMs);
  });
  eventLoop.onLongTurn(({ during }) => long.inc({ route: during?.name ?? 'unknown' }));
}

function requireToken(request: FastifyRequest, token: string | undefined): void {
  if (token === undefined) return;
  const given = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw new MetricsTokenInvalid();
}

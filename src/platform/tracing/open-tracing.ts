import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { TracingConfig } from '../config/index.ts';
import type { Log } from '../log.ts';
import type { ExporterOptions } from './exporter.ts';
import { type Attributes, type Span, type SpanKind, startTrace } from './span.ts';
import { parseTraceparent } from './traceparent.ts';

type Start = { kind: SpanKind; traceparent?: unknown; attributes?: Attributes };

export type Tracing = {
  isConfigured: boolean;
  /**
   * The first span of this process in a trace: of `traceparent` if that is valid, else of a new one. Undefined if the trace is
   * not sampled. Whoever called decides that, else the configured ratio.
   */
  start(name: string, options: Start): Span | undefined;
  /** Sends what waits. */
  close(): Promise<void>;
};

export const noTracing: Tracing = {
  isConfigured: false,
  start: () => undefined,
  close: async () => undefined,
};

type Service = { log: Log; role: 'server' | 'worker'; version: string };

/** Without a configuration nothing is loaded. */
export async function openTracing(
  config: TracingConfig | undefined,
  { log, role, version }: Service,
  timing: Pick<ExporterOptions, 'everyMs' | 'timeoutMs' | 'closeMs'> = {},
): Promise<Tracing> {
  if (!config) return noTracing;
  const { url, headers, serviceName, ratio } = config;
  const { createExporter } = await import('./exporter.ts');
  const resource = {
    'service.name': serviceName,
    'service.version': version,
    'host.name': hostname(),
    'process.pid': process.pid,
    'vox.role': role,
  };
  const exporter = createExporter({ url, headers, resource, log, ...timing });
  return {
    isConfigured: true,
    start(name, { kind, traceparent, attributes = {} }) {
      const parent = parseTraceparent(traceparent);
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      if (!(parent?.isSampled ?? isSampled(traceId, ratio))) return undefined;
      return startTrace({ traceId, name, kind, parentId: parent?.spanId }, attributes, exporter.add);
    },
    close: exporter.close,
  };
}

/** 52 random bits of the id, all that a number holds for certain. */
const SAMPLED_DIGITS = 13;

function isSampled(traceId: string, ratio: number): boolean {
  return Number.parseInt(traceId.slice(-SAMPLED_DIGITS), 16) < ratio * 16 ** SAMPLED_DIGITS;
}

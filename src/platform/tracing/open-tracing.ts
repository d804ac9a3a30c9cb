import { randomBytes } from 'node:crypto';
import type { OtlpConfig } from '../config/index.ts';
import type { Log } from '../log.ts';
import type { Attributes, ExporterTiming, Role } from '../otlp/index.ts';
import { type Span, type SpanKind, startTrace } from './span.ts';
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

/** Without a configuration nothing is loaded. */
export async function openTracing(
  config: OtlpConfig | undefined,
  { log, ...role }: Role & { log: Log },
  { timeoutMs, ...timing }: ExporterTiming & { timeoutMs?: number } = {},
): Promise<Tracing> {
  if (!config?.traces) return noTracing;
  const { createExporter, encodeResource, openCollector } = await import('../otlp/index.ts');
  const { encodeSpans } = await import('./encode-spans.ts');
  const resource = encodeResource(config, role);
  const exporter = createExporter<Span>({
    collector: openCollector({ ...config, kind: 'traces', log, timeoutMs }),
    encode: (spans) => encodeSpans(spans, resource),
    ...timing,
  });
  return {
    isConfigured: true,
    start(name, { kind, traceparent, attributes = {} }) {
      const parent = parseTraceparent(traceparent);
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      if (!(parent?.isSampled ?? isSampled(traceId, config.ratio))) return undefined;
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

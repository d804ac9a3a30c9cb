import type { Registry } from 'prom-client';
import { encodeAttributes, nanoseconds, SCOPE } from '../../platform/otlp/index.ts';

type Metric = { name: string; help: string; type: 'counter' | 'gauge' | 'histogram'; values: Value[] };
type Value = { value: number; labels: Record<string, string | number>; metricName?: string };

/** Counts since the process began, as Prometheus has them, too. */
const CUMULATIVE = 2;

export async function encodeMetrics(registry: Registry, resource: object, startMs: number): Promise<string> {
  // The types of the package say that a type is a number, and it is a name.
  const metrics = (await registry.getMetricsAsJSON()) as unknown as Metric[];
  const time = { startTimeUnixNano: nanoseconds(startMs), timeUnixNano: nanoseconds(Date.now()) };
  const scopeMetrics = [{ scope: SCOPE, metrics: metrics.map((metric) => encodeMetric(metric, time)) }];
  return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics }] });
}

function encodeMetric({ name, help: description, type, values }: Metric, time: object): object {
  if (type === 'histogram') {
    const dataPoints = [...bySeries(values).values()].map((series) => ({ ...histogramOf(series), ...time }));
    return { name, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
  }
  const dataPoints = values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({ attributes: encodeAttributes(labels), asDouble: value, ...time }));
  return type === 'counter'
    ? { name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
    : { name, description, gauge: { dataPoints } };
}

function bySeries(values: readonly Value[]): Map<string, Value[]> {
  return Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
}

/** Buckets of Prometheus hold those of all smaller ones, too. */
function histogramOf(series: readonly Value[]): object {
  const of = (suffix: string) => series.filter(({ metricName }) => metricName?.endsWith(suffix));
  const buckets = of('_bucket');
  const { le: _, ...labels } = series[0]?.labels ?? {};
  return {
    attributes: encodeAttributes(labels),
    count: String(of('_count')[0]?.value ?? 0),
    sum: of('_sum')[0]?.value ?? 0,
    explicitBounds: buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite),
    bucketCounts: buckets.map(({ value }, i) => String(value - (buckets[i - 1]?.value ?? 0))),
  };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { silentLog } from '../../platform/log.ts';
import { attributesOf, openOtlpReceiver, otlpTo } from '../../platform/otlp/testing/otlp-receiver.ts';
import { exportMetrics } from './export-metrics.ts';

test('counters, gauges and histograms are sent as OpenTelemetry has them, a last time at the end', async (t) => {
  const receiver = await openOtlpReceiver();
  t.after(() => receiver.close());
  const registers = [new Registry()];
  const calls = new Counter({ name: 'calls', help: 'Calls.', labelNames: ['route'], registers });
  const waiting = new Gauge({ name: 'waiting', help: 'Jobs.', registers });
  const unknown = new Gauge({ name: 'unknown', help: 'Nothing yet.', registers });
  const took = new Histogram({ name: 'took', help: 's', labelNames: ['route'], buckets: [1, 2], registers });
  calls.inc({ route: '/a' }, 3);
  unknown.set(Number.NaN);
  for (const seconds of [0.5, 1.5, 1.6, 9]) took.observe({ route: '/a' }, seconds);
  const [registry = assert.fail()] = registers;
  const config = otlpTo(receiver.endpoint);
  const role = { role: 'server', version: '1' } as const;
  const look = async () => waiting.set(7);
  const exporting = exportMetrics(registry, look, { config, role, log: silentLog, everyMs: 5 });
  await receiver.next();
  await exporting.close();
  const last = Object.fromEntries(receiver.metrics.slice(-4).map((metric) => [metric.name, metric]));
  const { sum } = last.calls ?? assert.fail();
  assert.deepEqual([sum?.dataPoints[0]?.asDouble, sum && 'isMonotonic' in sum], [3, true]);
  assert.deepEqual(attributesOf(sum?.dataPoints[0] ?? assert.fail()), { route: '/a' });
  assert.equal(last.waiting?.gauge?.dataPoints[0]?.asDouble, 7);
  assert.deepEqual(last.unknown?.gauge?.dataPoints, []);
  const [point = assert.fail()] = last.took?.histogram?.dataPoints ?? [];
  assert.deepEqual(
    [point.count, point.sum, point.explicitBounds, point.bucketCounts],
    ['4', 12.6, [1, 2], ['1', '2', '1']],
  );
  assert.ok(BigInt(String(point.startTimeUnixNano)) < BigInt(String(point.timeUnixNano)));
});

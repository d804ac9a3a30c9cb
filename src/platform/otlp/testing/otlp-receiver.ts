import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OtlpConfig } from '../../config/index.ts';

export type ReceivedSpan = {
  /** Of the process that sent it. */
  role: unknown;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
};

type Attributes = ReceivedSpan['attributes'];
type ReceivedLine = {
  timeUnixNano: string;
  severityText: string;
  body: { stringValue: string };
  traceId?: string;
  attributes: Attributes;
};
type Points = { dataPoints: ({ attributes: Attributes } & Record<string, unknown>)[] };
type ReceivedMetric = { name: string; sum?: Points; gauge?: Points; histogram?: Points };

type Told = { resource: { attributes: Attributes } };
type Body = {
  resourceSpans?: (Told & { scopeSpans: { spans: ReceivedSpan[] }[] })[];
  resourceLogs?: (Told & { scopeLogs: { logRecords: ReceivedLine[] }[] })[];
  resourceMetrics?: (Told & { scopeMetrics: { metrics: ReceivedMetric[] }[] })[];
};
const KEYS: Record<string, keyof Body> = {
  '/v1/traces': 'resourceSpans',
  '/v1/logs': 'resourceLogs',
  '/v1/metrics': 'resourceMetrics',
};

export type OtlpReceiver = Awaited<ReturnType<typeof openOtlpReceiver>>;

const takeIt = (response: ServerResponse): void => void response.end('{}');

/** A collector that keeps what it gets. It may be told to answer in another way. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const lines: ReceivedLine[] = [];
  const metrics: ReceivedMetric[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let answer = takeIt;
  let asked = Promise.withResolvers<void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    assert.equal(request.method, 'POST');
    const body = JSON.parse(await text(request)) as Body;
    assert.deepEqual(Object.keys(body), [KEYS[request.url ?? '']]);
    headers.push(request.headers);
    if (answer === takeIt) {
      for (const told of Object.values(body).flat()) resources.push(attributesOf(told.resource));
      for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
        const role = attributesOf(resource)['vox.role'];
        spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, role }))));
      }
      for (const { scopeLogs } of body.resourceLogs ?? [])
        lines.push(...scopeLogs.flatMap((scope) => scope.logRecords));
      for (const { scopeMetrics } of body.resourceMetrics ?? [])
        metrics.push(...scopeMetrics.flatMap((scope) => scope.metrics));
    }
    answer(response);
    asked.resolve();
    asked = Promise.withResolvers();
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    lines,
    metrics,
    resources,
    headers,
    requests: () => headers.length,
    /** Resolves when the next request was answered. */
    next: () => asked.promise,
    answerWith(next: (response: ServerResponse) => void): void {
      answer = next;
    },
    takeAgain(): void {
      answer = takeIt;
    },
    async close(): Promise<void> {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Everything goes there, and every call is traced. */
export function otlpTo(endpoint: string): OtlpConfig {
  const all = { traces: true, metrics: true, logs: true, ratio: 1 };
  return { endpoint, headers: {}, serviceName: 'test', ...all };
}

export function attributesOf({ attributes }: { attributes: Attributes }): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** `parent > child` for each span, by name, in alphabetical order. */
export function edgesOf(spans: readonly ReceivedSpan[]): string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ parentSpanId = '', name }) => `${names.get(parentSpanId) ?? '-'} > ${name}`).sort();
}

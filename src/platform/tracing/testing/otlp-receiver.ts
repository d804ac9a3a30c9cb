import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { silentLog } from '../../log.ts';
import { openTracing } from '../index.ts';

export type ReceivedSpan = {
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

type Body = {
  resourceSpans: {
    resource: { attributes: ReceivedSpan['attributes'] };
    scopeSpans: { spans: ReceivedSpan[] }[];
  }[];
};

export type OtlpReceiver = Awaited<ReturnType<typeof openOtlpReceiver>>;

const takeIt = (response: ServerResponse): void => void response.end('{}');

/** A collector that keeps what it gets. It may be told to answer in another way. */
export async function openOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let answer = takeIt;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    assert.equal(`${request.method} ${request.url}`, 'POST /v1/traces');
    const body = JSON.parse(await text(request)) as Body;
    headers.push(request.headers);
    if (answer === takeIt)
      for (const { resource, scopeSpans } of body.resourceSpans) {
        resources.push(attributesOf(resource));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
    answer(response);
  }

  const server = createServer((request, response) => {
    receive(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    resources,
    headers,
    requests: () => headers.length,
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

/** A process that traces everything that no caller has decided upon. Closing it sends what waits. */
export function traceInto(
  { url }: Pick<OtlpReceiver, 'url'>,
  role: 'server' | 'worker' = 'server',
  timing = {},
) {
  const config = { url, headers: {}, serviceName: 'test', ratio: 1 };
  return openTracing(config, { log: silentLog, role, version: '0' }, timing);
}

export function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

/** `parent > child` for each span, by name, in alphabetical order. */
export function edgesOf(spans: readonly ReceivedSpan[]): string[] {
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ parentSpanId = '', name }) => `${names.get(parentSpanId) ?? '-'} > ${name}`).sort();
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { createLog } from '../platform/log.ts';
import { attributesOf, edgesOf, openOtlpReceiver } from '../platform/otlp/testing/otlp-receiver.ts';
import { until } from '../platform/testing/until.ts';
import { traced } from '../platform/tracing/index.ts';
import { traceInto } from '../platform/tracing/testing/trace-into.ts';
import { createTestServer } from './testing.ts';

const KEY = { authorization: 'Bearer sk_live_ann' };
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

async function open(t: TestContext) {
  const receiver = await openOtlpReceiver();
  const tracing = await traceInto(receiver);
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = await createTestServer({ tracing, log: createLog({ level: 'info', destination }) });
  app.post('/api/v1/echo/:id', async ({ body }) => traced('step', async () => body));
  app.get('/api/v1/fail', async () => {
    throw new Error('hunter2');
  });
  app.get('/api/health', { config: { auth: 'public' } }, async () => 'well');
  for (const call of ['lease', 'complete'])
    app.post(
      `/api/internal/workers/${call}`,
      { config: { auth: 'worker', bucket: 'none' } },
      async () => 'done',
    );
  t.after(async () => {
    await app.close();
    await receiver.close();
  });
  const requestLines = () => lines.filter(({ msg }) => msg === 'request');
  return { app, receiver, tracing, requestLines };
}

test('a request is a span in the trace of its caller, and its id is in the answer and the log', async (t) => {
  const { app, receiver, tracing, requestLines } = await open(t);
  const headers = { ...KEY, 'x-request-id': 'req_mine', traceparent: `00-${TRACE}-${SPAN}-01` };
  const payload = { text: 'A text of a customer.' };
  const reply = await app.inject({ method: 'POST', url: '/api/v1/echo/secret?q=secret', headers, payload });
  assert.deepEqual([reply.statusCode, reply.headers['x-trace-id']], [200, TRACE]);
  await tracing.close();
  assert.deepEqual(edgesOf(receiver.spans), ['- > POST /api/v1/echo/:id', 'POST /api/v1/echo/:id > step']);
  const root = receiver.spans.find(({ name }) => name !== 'step') ?? assert.fail('no request');
  assert.deepEqual([root.traceId, root.parentSpanId, root.kind], [TRACE, SPAN, 2]);
  assert.deepEqual(attributesOf(root), {
    'http.request.method': 'POST',
    'http.route': '/api/v1/echo/:id',
    'vox.request_id': 'req_mine',
    'http.response.status_code': '200',
  });
  assert.doesNotMatch(JSON.stringify(receiver.spans), /secret|customer|ann@|0000-7000/);
  assert.deepEqual(
    requestLines().map(({ trace_id: id }) => id),
    [TRACE],
  );
});

test('an error of ours is one, a wrong request is not, and neither tells its text', async (t) => {
  const { app, receiver, tracing } = await open(t);
  await app.inject({ url: '/api/v1/fail', headers: KEY });
  await app.inject({ url: '/api/v1/fail' });
  await tracing.close();
  const seen = receiver.spans.map((span) => [
    attributesOf(span)['http.response.status_code'],
    span.status.code,
  ]);
  assert.deepEqual(seen, [
    ['500', 2],
    ['401', undefined],
  ]);
  assert.doesNotMatch(JSON.stringify(receiver.spans), /hunter2/);
});

test('probes, unknown routes and a worker that asks for jobs are not traced, its work on a traced job is', async (t) => {
  const { app, receiver, tracing, requestLines } = await open(t);
  const traceparent = `00-${TRACE}-${SPAN}-01`;
  const worker = { 'x-worker-secret': 'worker' };
  for (const [url, headers] of [
    ['lease', { ...worker, traceparent }],
    ['complete', worker],
    ['complete', { ...worker, traceparent }],
  ] as const)
    await app.inject({ method: 'POST', url: `/api/internal/workers/${url}`, headers });
  await app.inject({ url: '/api/health', headers: { traceparent } });
  await app.inject({ url: '/api/v1/nothing', headers: { ...KEY, traceparent } });
  await tracing.close();
  assert.deepEqual(edgesOf(receiver.spans), ['- > POST /api/internal/workers/complete']);
  assert.equal(requestLines().length, 5);
});

test('a wrong trace context is ignored, and one that is not sampled is not traced', async (t) => {
  const { app, receiver, tracing } = await open(t);
  const call = (traceparent: string) =>
    app.inject({ method: 'POST', url: '/api/v1/echo/1', headers: { ...KEY, traceparent }, payload: {} });
  assert.equal((await call(`00-${TRACE}-${SPAN}-00`)).headers['x-trace-id'], undefined);
  for (const wrong of ['nonsense', `00-${'0'.repeat(32)}-${SPAN}-01`, 'x'.repeat(8_000)]) {
    const reply = await call(wrong);
    assert.equal(reply.statusCode, 200);
    assert.match(String(reply.headers['x-trace-id']), /^[0-9a-f]{32}$/);
  }
  await tracing.close();
  assert.equal(receiver.spans.filter(({ parentSpanId }) => parentSpanId === undefined).length, 3);
});

test('a client that leaves ends its span', async (t) => {
  const { app, receiver, tracing } = await open(t);
  const started = Promise.withResolvers<void>();
  const { promise: forever, resolve } = Promise.withResolvers<void>();
  app.get('/api/v1/slow', async () => {
    started.resolve();
    await forever;
    return 'late';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /api/v1/slow HTTP/1.1\r\nHost: x\r\nAuthorization: ${KEY.authorization}\r\n\r\n`);
  await started.promise;
  socket.destroy();
  const connections = promisify(app.server.getConnections.bind(app.server));
  await until(async () => (await connections()) === 0);
  await tracing.close();
  resolve();
  const [span] = receiver.spans;
  assert.equal(span && attributesOf(span)['vox.client_gone'], true);
});

import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { domainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { attributesOf, edgesOf, openOtlpReceiver, otlpTo } from '../otlp/testing/otlp-receiver.ts';
import { until } from '../testing/until.ts';
import {
  currentSpan,
  keepSpan,
  noTracing,
  openTracing,
  runSpan,
  traced,
  tracedSteps,
  traceparentOf,
} from './index.ts';

const OFTEN = { everyMs: 5, timeoutMs: 2_000, closeMs: 2_000 };
const SOME_TRACE = '0af7651916cd43dd8448eb211c80319c';
const SOME_SPAN = 'b7ad6b7169203331';

async function open(t: TestContext, { ratio = 1, timing = OFTEN }: { ratio?: number; timing?: object } = {}) {
  const receiver = await openOtlpReceiver();
  const lines: { level: number; msg: string; lost?: number }[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const log = createLog({ level: 'info', destination });
  const config = { ...otlpTo(receiver.endpoint), headers: { 'x-key': 'k' }, ratio };
  const service = { log, role: 'server', version: '1.2.3' } as const;
  const tracing = await openTracing(config, service, { ...OFTEN, ...timing });
  t.after(async () => {
    await tracing.close();
    await receiver.close();
  });
  return { receiver, lines, tracing };
}

const Refused = domainError('conflict', 'not_now', 'A text of a customer.');

test('steps are spans below the request that they belong to, also side by side', async (t) => {
  const { receiver, tracing } = await open(t);
  const one = (name: string) =>
    runSpan(tracing.start(name, { kind: 'server' }), async () => {
      await nextTurn();
      await traced(`${name} reads`, () => traced(`${name} looks`, nextTurn));
      await traced(`${name} writes`, nextTurn);
    });
  await Promise.all([one('a'), one('b')]);
  assert.equal(currentSpan(), undefined);
  await tracing.close();
  assert.deepEqual(edgesOf(receiver.spans), [
    '- > a',
    '- > b',
    'a > a reads',
    'a > a writes',
    'a reads > a looks',
    'b > b reads',
    'b > b writes',
    'b reads > b looks',
  ]);
  assert.equal(new Set(receiver.spans.map(({ traceId }) => traceId)).size, 2);
  for (const { startTimeUnixNano: start, endTimeUnixNano: end } of receiver.spans) {
    assert.ok(BigInt(start) <= BigInt(end));
    assert.ok(Math.abs(Number(BigInt(start) / 1_000_000n) - Date.now()) < 600_000);
  }
  assert.equal(receiver.headers[0]?.['x-key'], 'k');
  const { 'service.name': name, 'service.version': version } = receiver.resources[0] ?? {};
  assert.deepEqual([name, version], ['test', '1.2.3']);
});

test('a step that fails says what kind of error it was, and not its text', async (t) => {
  const { receiver, tracing } = await open(t);
  const failing = runSpan(tracing.start('call', { kind: 'server' }), () =>
    traced('step', async () => {
      throw new Refused();
    }),
  );
  await assert.rejects(failing, Refused);
  await tracing.close();
  for (const span of receiver.spans) {
    assert.deepEqual([span.status.code, attributesOf(span)['error.type']], [2, 'not_now'], span.name);
  }
  assert.doesNotMatch(JSON.stringify(receiver.spans), /customer/);
});

test('the trace of a caller goes on, and the caller decides whether it is kept', async (t) => {
  const { receiver, tracing } = await open(t, { ratio: 0 });
  const start = (traceparent?: string) => tracing.start('call', { kind: 'server', traceparent });
  assert.equal(start(), undefined);
  assert.equal(start('nonsense'), undefined);
  assert.equal(start(`00-${SOME_TRACE}-${SOME_SPAN}-00`), undefined);
  const span = start(`00-${SOME_TRACE}-${SOME_SPAN}-01`) ?? assert.fail('not sampled');
  assert.match(traceparentOf(span), new RegExp(`^00-${SOME_TRACE}-[0-9a-f]{16}-01$`));
  span.end();
  await tracing.close();
  const [{ traceId, parentSpanId } = assert.fail('no span')] = receiver.spans;
  assert.deepEqual([traceId, parentSpanId], [SOME_TRACE, SOME_SPAN]);
});

test('a share of the calls is traced', async (t) => {
  const { tracing } = await open(t, { ratio: 0.25 });
  const started = Array.from({ length: 4_000 }, () => tracing.start('call', { kind: 'server' }));
  const share = started.filter(Boolean).length / started.length;
  assert.ok(share > 0.2 && share < 0.3, String(share));
});

test('a generator stays in its span, whoever reads it', async (t) => {
  const { receiver, tracing } = await open(t);
  async function* steps() {
    yield await traced('first', async () => 1);
    yield await traced('second', async () => 2);
  }
  const span = tracing.start('call', { kind: 'server' });
  const kept = await runSpan(span, async () => keepSpan(steps()));
  const read: number[] = [];
  for await (const step of kept) read.push(step);
  await tracing.close();
  assert.deepEqual(read, [1, 2]);
  assert.deepEqual(edgesOf(receiver.spans), ['- > call', 'call > first', 'call > second']);
});

test('steps have a span, until there are no more, nobody wants more, or one fails', async (t) => {
  const { receiver, tracing } = await open(t);
  async function* steps(last: number) {
    for (let step = 1; step <= last; step += 1) yield await traced('step', async () => step);
    if (last === 2) throw new TypeError('no third step');
  }
  const span = tracing.start('call', { kind: 'server' });
  const read = async (name: string, last: number) => {
    for await (const step of tracedSteps(span, name, () => steps(last))) if (step === 3) break;
  };
  await read('all', 1);
  await assert.rejects(() => read('failing', 2), TypeError);
  await read('left', 9);
  span?.end();
  await tracing.close();
  const edges = edgesOf(receiver.spans).filter((edge) => edge.endsWith('step'));
  const expected = ['all > step', 'failing > step', 'failing > step', ...Array(3).fill('left > step')];
  assert.deepEqual(edges, expected);
  const failed = receiver.spans.filter(({ status }) => status.code !== undefined).map(({ name }) => name);
  assert.deepEqual(failed, ['failing']);
});

test('where nothing is traced, a step only runs', async () => {
  assert.equal(noTracing.start('call', { kind: 'server' }), undefined);
  let seen: unknown = 'not run';
  assert.equal(
    await traced('step', async () => {
      seen = currentSpan();
      return 7;
    }),
    7,
  );
  assert.equal(seen, undefined);
  async function* counting() {
    yield 1;
  }
  const steps = counting();
  assert.equal(keepSpan(steps), steps);
  assert.equal(
    tracedSteps(undefined, 'step', () => steps),
    steps,
  );
});

test('a trace of thousands of steps keeps a thousand', async (t) => {
  const { receiver, tracing } = await open(t);
  await runSpan(tracing.start('film', { kind: 'consumer' }), async () => {
    for (let step = 0; step < 3_000; step += 1) await traced('step', async () => undefined);
  });
  await tracing.close();
  assert.equal(receiver.spans.length, 1_000);
});

test('ten thousand spans at once fill the room there is, and the rest is lost with a line', async (t) => {
  const { receiver, lines, tracing } = await open(t, { timing: { everyMs: 100_000 } });
  for (let call = 0; call < 10_000; call += 1) tracing.start('call', { kind: 'server' })?.end();
  await tracing.close();
  assert.equal(receiver.spans.length, 8_192);
  assert.deepEqual(
    lines.map(({ msg, lost }) => [/smaller OTEL_TRACES_SAMPLER_ARG/.test(msg), lost]),
    [[true, 1_808]],
  );
});

test('a collector that is away for a while gets what waited, with one line when it goes and one when it comes', async (t) => {
  const { receiver, lines, tracing } = await open(t);
  receiver.answerWith((response) => void response.writeHead(503).end('later'));
  tracing.start('call', { kind: 'server' })?.end();
  await until(() => receiver.requests() > 3);
  receiver.takeAgain();
  await until(() => receiver.spans.length === 1);
  await tracing.close();
  assert.deepEqual(
    lines.map(({ level, msg }) => [level, msg.replace(/.*ENDPOINT /, '')]),
    [
      [40, 'does not take traces'],
      [30, 'takes traces again'],
    ],
  );
});

test('spans that the collector refuses are not sent again', async (t) => {
  const { receiver, lines, tracing } = await open(t);
  for (const status of [400, 500]) {
    const before = receiver.requests();
    receiver.answerWith((response) => void response.writeHead(status).end('no'));
    tracing.start('refused', { kind: 'server' })?.end();
    await until(() => receiver.requests() > before);
  }
  receiver.takeAgain();
  tracing.start('taken', { kind: 'server' })?.end();
  await until(() => receiver.spans.length > 0);
  await tracing.close();
  assert.deepEqual(edgesOf(receiver.spans), ['- > taken']);
  assert.deepEqual(
    lines.map(({ lost }) => lost),
    [undefined, 2],
  );
});

test('an answer without end is not read to its end, and its spans are taken', async (t) => {
  const { receiver, lines, tracing } = await open(t);
  const pour = (response: NodeJS.WritableStream): void => {
    while (response.write(' '.repeat(64_000)));
    response.once('drain', () => pour(response));
  };
  receiver.answerWith(pour);
  tracing.start('call', { kind: 'server' })?.end();
  await until(() => receiver.requests() === 1);
  await tracing.close();
  assert.deepEqual([receiver.requests(), lines], [1, []]);
});

test('nothing waits for a collector that says nothing, and stopping gives up on it', async (t) => {
  const { receiver, lines, tracing } = await open(t, { timing: { timeoutMs: 60_000, closeMs: 20 } });
  receiver.answerWith(() => undefined);
  const call = () => runSpan(tracing.start('call', { kind: 'server' }), async () => 'done');
  assert.equal(await call(), 'done');
  await until(() => receiver.requests() === 1);
  assert.equal(await call(), 'done');
  await tracing.close();
  assert.equal(lines.length, 1);
});

test('a collector that is not there costs one line', async (t) => {
  const { receiver, lines, tracing } = await open(t);
  await receiver.close();
  tracing.start('call', { kind: 'server' })?.end();
  await until(() => lines.length > 0);
  tracing.start('call', { kind: 'server' })?.end();
  await tracing.close();
  assert.equal(lines.length, 1);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { attributesOf, edgesOf, openOtlpReceiver } from '../otlp/testing/otlp-receiver.ts';
import { runSpan, type Tracing } from '../tracing/index.ts';
import { traceInto } from '../tracing/testing/trace-into.ts';
import { fixturePool } from './testing/fixture-pool.ts';

async function open(t: TestContext) {
  const receiver = await openOtlpReceiver();
  const tracing = await traceInto(receiver);
  t.after(() => receiver.close());
  return { receiver, tracing, pool: fixturePool(t) };
}

const inCall = <Result>(tracing: Tracing, run: () => Promise<Result>) =>
  runSpan(tracing.start('call', { kind: 'server' }), run);

test('a call that waits for a process and one that does not, below whoever called', async (t) => {
  const { receiver, tracing, pool } = await open(t);
  await pool.call('echo', 'nobody traces this');
  await inCall(tracing, async () => {
    await Promise.all([pool.call('wait', { ms: 20 }), pool.call('echo', 1)]);
  });
  await tracing.close();
  assert.deepEqual(edgesOf(receiver.spans), [
    '- > call',
    'call > engine fixture: echo',
    'call > engine fixture: wait',
    'call > engine fixture: waiting',
  ]);
});

test('calls that fail or are canceled end their spans with the kind of error', async (t) => {
  const { receiver, tracing, pool } = await open(t);
  const stop = new AbortController();
  const fails = inCall(tracing, () => pool.call('refuse', undefined));
  await assert.rejects(fails);
  const running = inCall(tracing, () => pool.call('wait', { ms: 60_000 }, { signal: stop.signal }));
  const queued = inCall(tracing, () => pool.call('echo', 1, { signal: stop.signal }));
  stop.abort();
  await assert.rejects(running);
  await assert.rejects(queued);
  await tracing.close();
  const failed = receiver.spans.filter(({ name, status }) => name !== 'call' && status.code === 2);
  assert.deepEqual(
    failed.map((span) => `${span.name}: ${attributesOf(span)['error.type']}`),
    [
      'engine fixture: refuse: no_speech',
      'engine fixture: wait: AbortError',
      'engine fixture: waiting: AbortError',
    ],
  );
});

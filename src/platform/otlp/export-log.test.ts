import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { domainError } from '../errors.ts';
import { createLog } from '../log.ts';
import { exportLog } from './export-log.ts';
import { attributesOf, openOtlpReceiver, otlpTo } from './testing/otlp-receiver.ts';

const ROLE = { role: 'server', version: '1.2.3' } as const;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const Busy = domainError('unavailable', 'busy', 'Later.');

function openLog() {
  const written: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      written.push(String(line));
      done();
    },
  });
  return { written, log: createLog({ level: 'info', destination }) };
}

test('lines of the log are written as before, and sent without their secrets', async (t) => {
  const receiver = await openOtlpReceiver();
  t.after(() => receiver.close());
  const { written, log } = openLog();
  const close = exportLog(otlpTo(receiver.endpoint), log, ROLE);
  log
    .child({ request_id: 'req_1' })
    .info({ trace_id: TRACE, ms: 1.5, api_key: 'vh_secret', to: ['a'] }, 'request');
  log.error({ err: new Busy() }, 'failed');
  log.debug('not wanted');
  await close();
  log.info('after the end');
  assert.equal(written.length, 3);
  const [request, failed, ...more] = receiver.lines;
  assert.deepEqual(more, []);
  assert.deepEqual(
    [request?.body.stringValue, request?.severityText, request?.traceId],
    ['request', 'INFO', TRACE],
  );
  const facts = { request_id: 'req_1', ms: 1.5, api_key: '[redacted]', to: '["a"]' };
  assert.deepEqual(attributesOf(request ?? assert.fail()), facts);
  const about = attributesOf(failed ?? assert.fail());
  assert.equal(failed?.severityText, 'ERROR');
  assert.equal(about['exception.message'], 'Later.');
  assert.match(String(about['exception.stacktrace']), /export-log\.test\.ts/);
  assert.equal(receiver.resources[0]?.['vox.role'], 'server');
  const agoMs = Date.now() - Number(BigInt(request?.timeUnixNano ?? 0) / 1_000_000n);
  assert.ok(agoMs >= -1 && agoMs < 600_000, String(agoMs));
});

test('a collector that refuses log lines is told of in one line', async (t) => {
  const receiver = await openOtlpReceiver();
  t.after(() => receiver.close());
  receiver.answerWith((response) => void response.writeHead(404).end('no logs here'));
  const { written, log } = openLog();
  const close = exportLog(otlpTo(receiver.endpoint), log, ROLE, { everyMs: 5 });
  log.info('one');
  while (written.length < 2) await receiver.next();
  log.info('two');
  await receiver.next();
  await close();
  const said = written.map((line) => (JSON.parse(line) as { msg: string }).msg);
  const told = 'the collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take logs';
  assert.deepEqual(said, ['one', told, 'two']);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  attributesOf,
  edgesOf,
  type OtlpReceiver,
  openOtlpReceiver,
} from '../../src/platform/otlp/testing/otlp-receiver.ts';
import { createProcessPool, type ProcessPool } from '../../src/platform/process-pool/index.ts';
import type { Fixture, FixtureConfig } from '../../src/platform/process-pool/testing/engine.fixture.ts';
import { FIXTURE_OPTIONS } from '../../src/platform/process-pool/testing/fixture-pool.ts';
import { testLog } from '../../src/platform/testing/test-log.ts';
import { until } from '../../src/platform/testing/until.ts';
import type { Tracing } from '../../src/platform/tracing/index.ts';
import { traceInto } from '../../src/platform/tracing/testing/trace-into.ts';
import { createHttpSource, isOffered, type JobRunner, Worker } from '../../src/work/workers/index.ts';
import { type Admin, type Customer, HELLO, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { openLiveCaller } from '../support/live-caller.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const OFTEN = { everyMs: 20 };
const SECRET_TEXT = 'Words that nobody else may read.';

describe('traces of the whole service', () => {
  let receiver: OtlpReceiver;
  let tracing: Tracing;
  let service: TestService;
  let admin: Admin;
  let pool: ProcessPool<Fixture>;
  before(async () => {
    receiver = await openOtlpReceiver();
    tracing = await traceInto(receiver, 'server', OFTEN);
    service = await openTestService({ tracing, settings: { JOB_CONCURRENCY: '0' } });
    admin = await openAdmin(service);
    pool = createProcessPool<Fixture, FixtureConfig>(FIXTURE_OPTIONS);
    await pool.warm();
    service.speech.beforeChunk = async () => void (await pool.call('echo', 1));
  });
  after(async () => {
    await pool.close({ graceMs: 0 });
    await service.close();
    await tracing.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.spans.length = 0;
  });

  /** All spans of a trace, once its request has ended. */
  async function traceOf(id: unknown, root: RegExp, least: number) {
    const ofTrace = () => receiver.spans.filter(({ traceId }) => traceId === id);
    await until(() => ofTrace().length >= least && ofTrace().some(({ name }) => root.test(name)));
    return ofTrace();
  }
  const starter = async (): Promise<Customer> => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'starter');
    return customer;
  };

  for (const [route, steps] of Object.entries({
    '/api/v1/tts': [
      'ROUTE > charge.reserve',
      'ROUTE > charge.settle',
      'ROUTE > speech.read',
      'ROUTE > speech.speak',
      'ROUTE > speech.store',
      'speech.speak > engine fixture: echo',
    ],
    '/api/v1/tts/stream': [
      'ROUTE > charge.reserve',
      'ROUTE > charge.settle',
      'ROUTE > engine fixture: echo',
      'ROUTE > speech.read',
      'ROUTE > speech.store',
    ],
  }))
    test(`${route}: its steps are spans of one trace, without a word of the customer`, async () => {
      const customer = await openCustomer(service);
      const reply = await customer.byKey('POST', route, { ...HELLO, text: SECRET_TEXT });
      assert.equal(reply.statusCode, 200, reply.body);
      const spans = await traceOf(reply.headers['x-trace-id'], /^POST/, steps.length + 1);
      const expected = ['- > ROUTE', ...steps].map((edge) => edge.replace('ROUTE', `POST ${route}`));
      assert.deepEqual(edgesOf(spans), expected.sort());
      const told = JSON.stringify(receiver.spans);
      for (const secret of ['Words', HELLO.voice_id, customer.accountId, '@']) {
        assert.ok(!told.includes(secret), secret);
      }
    });

  test('a job that a worker on another machine does belongs to the trace of the call that ordered it', async () => {
    const customer = await starter();
    const workDir = await mkdtemp(join(tmpdir(), 'traced-worker-'));
    const ofWorker = await traceInto(receiver, 'worker', OFTEN);
    const runner: JobRunner = {
      kind: 'video',
      capabilities: ['video', 'lipsync:musetalk'],
      async run({ folder, progress }) {
        progress({ stage: 'rendering', progress: 0.5 });
        await pool.call('echo', 'a frame');
        const path = join(folder, 'video.mp4');
        await writeFile(path, 'a film');
        const outputs = [{ name: 'video', contentType: 'video/mp4', path }];
        return { outputs, measured: { video_second: 2 }, durationSeconds: 2 };
      },
    };
    const { capabilities } = runner;
    const server = `http://127.0.0.1:${await listening(service)}`;
    const source = createHttpSource({
      server,
      secret: service.secrets.workerSecret,
      name: 'far',
      capabilities,
    });
    const options = { source, runners: [runner], concurrency: 1, workDir, log: testLog, tracing: ofWorker };
    const worker = new Worker(options);
    await worker.start();
    try {
      await until(() => isOffered(service, capabilities));
      const reply = await customer.byKey('POST', '/api/v1/avatar', { text: SECRET_TEXT });
      assert.equal(reply.statusCode, 202, reply.body);
      const job = await finishedJob(customer, reply.json().job_id);
      assert.equal(job.status, 'completed', JSON.stringify(job));
      assert.ok(!('traceparent' in job));
      assert.equal(job.trace_id, reply.headers['x-trace-id']);
      const spans = await traceOf(reply.headers['x-trace-id'], /^job video/, 9);
      const put = 'PUT /api/internal/workers/jobs/:id/outputs/:name';
      const complete = 'POST /api/internal/workers/jobs/:id/complete';
      assert.deepEqual(
        edgesOf(spans),
        [
          '- > POST /api/v1/avatar',
          'POST /api/v1/avatar > charge.reserve',
          'POST /api/v1/avatar > job video',
          'job video > job.run',
          'job.run > engine fixture: echo',
          'job video > job.upload',
          `job.upload > ${put}`,
          'job video > job.complete',
          `job.complete > ${complete}`,
          `${complete} > charge.settle`,
          `${complete} > charge.settle`,
        ].sort(),
      );
      const attempt = spans.find(({ name }) => name === 'job video') ?? assert.fail('no attempt');
      assert.deepEqual([attempt.kind, attributesOf(attempt)['vox.job_attempt']], [5, '1']);
      assert.deepEqual(
        new Set(receiver.resources.map((one) => one['vox.role'])),
        new Set(['server', 'worker']),
      );
    } finally {
      await worker.stop({ graceMs: 0 });
      await ofWorker.close();
      await rm(workDir, { recursive: true });
    }
  });

  test('an error names its trace', async () => {
    const customer = await openCustomer(service);
    const reply = await customer.byKey('POST', '/api/v1/tts', { ...HELLO, voice_id: 'nobody' });
    assert.equal(reply.statusCode, 404, reply.body);
    assert.match(reply.json().trace_id, /^[0-9a-f]{32}$/);
    assert.equal(reply.json().trace_id, reply.headers['x-trace-id']);
  });

  test('each reply of a live conversation is a trace of its own, or belongs to that of the caller', async () => {
    const customer = await openCustomer(service);
    const rules = [{ when: ['hello'], say: 'Hello back.', go: 'open' }];
    const flow = { start: 'open', otherwise: 'Sorry?', states: { open: { rules } } };
    const settings = { name: 'Anna', voice_id: HELLO.voice_id, disclosure: 'none', flow };
    const agent = (await customer.byKey('POST', '/api/v1/agents', settings)).json();
    const url = `http://127.0.0.1:${await listening(service)}`;
    const traceOfCaller = 'a'.repeat(32);
    for (const traceparent of [undefined, `00-${traceOfCaller}-${'b'.repeat(16)}-01`]) {
      receiver.spans.length = 0;
      const headers: Record<string, string> = traceparent ? { traceparent } : {};
      const key = customer.apiKey;
      const caller = await openLiveCaller({ url, agentId: agent.id, key, headers, microphone: false });
      caller.send({ type: 'text', text: 'hello' });
      await caller.next('turn');
      caller.send({ type: 'end' });
      await caller.closed;
      await until(() => receiver.spans.some(({ name }) => name === 'live reply'));
      const root = receiver.spans.find(({ name }) => name === 'live reply') ?? assert.fail();
      const own = receiver.spans.filter(({ traceId }) => traceId === root.traceId);
      if (traceparent) assert.equal(root.traceId, traceOfCaller);
      const edges = edgesOf(own);
      for (const edge of [
        'live reply > turn.think',
        'live reply > turn.speak',
        'turn.speak > charge.reserve',
      ])
        assert.ok(edges.includes(edge), edges.join('\n'));
      const told = attributesOf(root);
      assert.equal(told['vox.conversation_id'], caller.conversationId);
      assert.equal(told['vox.interrupted'], false);
      for (const step of ['heard', 'thought', 'spoke']) assert.ok(Number(told[`vox.${step}_ms`]) >= 0);
    }
  });

  test('a turn of a conversation shows how long the agent heard, thought and spoke', async () => {
    const customer = await openCustomer(service);
    const rules = [{ when: ['hello'], say: 'Hello back.', go: 'open' }];
    const flow = { start: 'open', otherwise: 'Sorry?', states: { open: { rules } } };
    const settings = { name: 'Anna', voice_id: HELLO.voice_id, disclosure: 'none', flow };
    const agent = (await customer.byKey('POST', '/api/v1/agents', settings)).json();
    const { id } = (await customer.byKey('POST', `/api/v1/agents/${agent.id}/conversations`, {})).json();
    const reply = await customer.byKey('POST', `/api/v1/conversations/${id}/turns`, { text: 'hello' });
    assert.equal(reply.statusCode, 200, reply.body);
    const edges = edgesOf(await traceOf(reply.headers['x-trace-id'], /^POST/, 10));
    for (const step of ['turn.hear', 'turn.think', 'turn.speak'])
      assert.ok(edges.includes(`POST /api/v1/conversations/:id/turns > ${step}`), edges.join('\n'));
    assert.ok(edges.includes('turn.speak > speech.speak'), edges.join('\n'));
  });
});

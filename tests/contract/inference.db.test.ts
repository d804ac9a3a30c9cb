import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  type ChatServer,
  openChatServer,
  saying,
  USAGE,
} from '../../engines/language-model/testing/chat-server.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job, routingCredits } from '../support/follow-job.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const REQUEST = { text: 'The capital of France?', taskType: 'llm_inference' };
const CREDITS = REQUEST.text.length;
const ANSWER = { text: 'Paris.', model: 'tiny-2026', usage: USAGE };

const generate = (customer: Customer, change: object = {}, headers = {}) =>
  customer.byKey('POST', '/api/v1/generate', { ...REQUEST, ...change }, headers);
/** Uses the signed URL, without a key. */
const fetchOutput = (service: TestService, address: string) => {
  const { pathname, search } = new URL(address);
  return service.app.inject({ url: `${pathname}${search}` });
};
const used = async (customer: Customer) => (await customer.figures()).credits.used;

describe('taskType llm_inference, with a language model', () => {
  let service: TestService;
  let chat: ChatServer;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
  });
  afterEach(() => {
    chat.answer = saying('Paris.');
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  test('200: text, model and usage; one credit per character of the prompt, 1 routing credit', async () => {
    const customer = await openCustomer(service);
    const reply = await generate(customer);
    assert.equal(reply.statusCode, 200, reply.body);
    const meta = { executedBy: 'local_worker', creditsDeducted: CREDITS, routingCreditsDeducted: 1 };
    assert.deepEqual(reply.json(), { success: true, data: ANSWER, meta });
    assert.equal(await used(customer), CREDITS);
    assert.equal(await routingCredits(customer), 49);
  });

  test('200 external_api: a language model on another machine costs 3 routing credits', async () => {
    assert.ok(service.languageModel);
    service.languageModel.external = true;
    const customer = await openCustomer(service);
    const reply = await generate(customer).finally(() => {
      if (service.languageModel) service.languageModel.external = false;
    });
    const meta = { executedBy: 'external_api', creditsDeducted: CREDITS, routingCreditsDeducted: 3 };
    assert.deepEqual(reply.json(), { success: true, data: ANSWER, meta });
    assert.equal(await routingCredits(customer), 47);
  });

  test('502 when it fails, without what no other worker could do; nothing is charged', async () => {
    const customer = await openCustomer(service);
    chat.answer = (_request, response) => response.writeHead(500).end('secret detail');
    const reply = await generate(customer);
    assertError(reply, 502, 'local_worker_failed');
    assert.match(reply.json().error, /no other worker to which forceCloud/);
    assert.doesNotMatch(reply.body, /secret/);
    assert.equal(await used(customer), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  for (const [what, change] of Object.entries({
    forceCloud: { forceCloud: true },
    '500 characters': { text: 'word '.repeat(100) },
  })) {
    test(`${what}: runs as a job whose output is the reply; 3 routing credits`, async () => {
      const customer = await openCustomer(service);
      const reply = await generate(customer, change);
      assert.equal(reply.statusCode, 202, reply.body);
      assert.deepEqual([reply.json().kind, reply.json().meta.executedBy], ['inference', 'gpu_cluster']);
      const job = await finishedJob(customer, reply.json<Job>().job_id);
      assert.deepEqual([job.status, job.kind, job.lipsync], ['completed', 'inference', null]);
      const output = await customer.byKey('GET', `${job.poll}/output`);
      assert.match(String(output.headers['content-type']), /^application\/json/);
      assert.deepEqual(output.json(), ANSWER);
      assert.equal(await used(customer), job.credits);
      assert.equal(await routingCredits(customer), 47);
    });
  }

  test('a job has its own event and its own metered unit', async () => {
    const customer = await openCustomer(service);
    const url = 'https://hooks.example.com/';
    await customer.bySession('PATCH', '/api/settings', { webhookUrl: url });
    const { job_id: id } = (await generate(customer, { forceCloud: true })).json<Job>();
    await finishedJob(customer, id);
    const path = `/api/v1/webhook-deliveries?subject_id=${id}`;
    const { webhook_deliveries: sent } = (await customer.byKey('GET', path)).json();
    assert.deepEqual(
      sent.map(({ event }: { event: string }) => event),
      ['inference.completed'],
    );
    assert.equal((await fetchOutput(service, sent[0].payload.output_url)).statusCode, 200);
    const { rows } = await sql<{ unit: string }>`
      SELECT unit FROM charges WHERE account_id = ${customer.accountId}::uuid`.execute(service.db);
    assert.deepEqual(rows, [{ unit: 'inference_character' }]);
  });

  test('400: without text, or with more than 5,000 characters', async () => {
    const customer = await openCustomer(service);
    assertError(await generate(customer, { text: ' ' }), 400, 'text_required');
    assertError(await generate(customer, { text: 'x'.repeat(5_001) }), 400, 'text_too_long');
  });

  test('an Idempotency-Key asks the model once and charges once', async () => {
    const customer = await openCustomer(service);
    const before = chat.received.length;
    const headers = { 'idempotency-key': 'paris' };
    const first = await generate(customer, {}, headers);
    const again = await generate(customer, {}, headers);
    assert.equal(again.body, first.body);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(chat.received.length, before + 1);
    assert.equal(await used(customer), CREDITS);
  });
});

describe('taskType llm_inference, without a language model', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  test('502 that says what is missing; with forceCloud, a job that fails and releases everything', async () => {
    const customer = await openCustomer(service);
    const refused = await generate(customer);
    assertError(refused, 502, 'local_worker_failed');
    assert.match(refused.json().error, /no language model.*LLM_BASE_URL/);
    const reply = await generate(customer, { forceCloud: true });
    assert.equal(reply.statusCode, 202, reply.body);
    const job = await finishedJob(customer, reply.json<Job>().job_id);
    assert.deepEqual([job.status, job.error_code], ['failed', 'inference_unavailable']);
    assert.equal(await used(customer), 0);
    assert.equal(await routingCredits(customer), 50);
  });
});

import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { childrenOf } from '../../scripts/running-service/processes.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { type PythonWorker, startPythonWorker } from '../support/python-worker.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { type Mishap, openUnsteadyProxy } from '../support/unsteady-proxy.ts';

const FILM = join(import.meta.dirname, 'film.py');
const SECONDS_CREDITS = 30;

describe('the reference worker in Python', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  let server: string;
  let folder: string;
  const workers: PythonWorker[] = [];
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    server = `http://127.0.0.1:${await listening(service)}`;
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'python-worker-'));
    await forgetRateLimits(service.db);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) {
      worker.kill('SIGTERM');
      worker.kill('SIGTERM');
      await worker.ended;
    }
    await rm(folder, { recursive: true });
  });

  function start(change: Partial<Parameters<typeof startPythonWorker>[0]> = {}): PythonWorker {
    const secret = service.secrets.workerSecret;
    const worker = startPythonWorker({ server, secret, adapter: FILM, folder, ...change });
    workers.push(worker);
    return worker;
  }
  async function startReady(...given: Parameters<typeof start>): Promise<PythonWorker> {
    const worker = start(...given);
    await worker.says(/gpu-1 works: video, lipsync:musetalk/);
    return worker;
  }
  async function order(text: string): Promise<string> {
    const body = { text, avatar_id: 'clara' };
    const reply = await customer.byKey('POST', '/api/v1/generate', body);
    assert.equal(reply.statusCode, 202, reply.body);
    return reply.json<Job>().job_id;
  }
  const used = async () => (await customer.figures()).credits.used;
  const contentOf = async ({ poll }: Job) => (await customer.byKey('GET', `${poll}/output`)).body;

  test('does a job: it reports, reserves, uploads and completes, is charged once, and leaves no file', async () => {
    await startReady();
    const job = await finishedJob(customer, await order('Hello there.'));
    assert.deepEqual([job.status, job.credits, job.duration_seconds], ['completed', 12 + SECONDS_CREDITS, 3]);
    assert.equal(await contentOf(job), 'a film of attempt 1, None');
    assert.equal(await used(), 12 + SECONDS_CREDITS);
    await until(async () => (await readdir(folder)).length === 0);
  });

  test('a job that is canceled interrupts a model that never asks, and the worker takes the next one', async () => {
    const worker = await startReady();
    const id = await order('For ever.');
    await worker.says(/waits/);
    assert.equal((await customer.byKey('POST', `/api/v1/jobs/${id}/cancel`)).statusCode, 200);
    await worker.says(new RegExp(`${id} attempt 1: was taken away`));
    assert.equal((await finishedJob(customer, await order('Hello there.'))).status, 'completed');
    assert.equal(await used(), 12 + SECONDS_CREDITS);
  });
});

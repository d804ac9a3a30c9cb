import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { JOB_KINDS } from '../../src/main/job-kinds.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { recoverLostJobs } from '../../src/work/jobs/index.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { type PythonWorker, startPythonWorker } from '../support/python-worker.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { type Mishap, openUnsteadyProxy } from '../support/unsteady-proxy.ts';

const FILM = join(import.meta.dirname, 'film.py');
const SECONDS_CREDITS = 30;
const CREDITS = 'Hello there.'.length + SECONDS_CREDITS;
/** A lease is over after this. */
const LEASE_MS = 31_000;

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
      worker.kill('SIGKILL');
      await worker.ended;
    }
    await rm(folder, { recursive: true });
  });

  function start(change: Partial<Parameters<typeof startPythonWorker>[0]> = {}): PythonWorker {
    const secret = service.secrets.workerSecret;
    const more = ['--weights', folder];
    const worker = startPythonWorker({ server, secret, adapter: FILM, folder, more, ...change });
    workers.push(worker);
    return worker;
  }
  async function startReady(...given: Parameters<typeof start>): Promise<PythonWorker> {
    const worker = start(...given);
    await worker.says(/gpu-\d works: video, lipsync:musetalk/);
    return worker;
  }
  async function order(text: string): Promise<string> {
    const body = { text, avatar_id: 'clara' };
    const reply = await customer.byKey('POST', '/api/v1/generate', body);
    assert.equal(reply.statusCode, 202, reply.body);
    return reply.json<Job>().job_id;
  }
  /** The program of a job writes its pid into a file. */
  const startedProgram = () => until(() => readFile(join(folder, 'pid'), 'utf8').catch(() => ''));
  /** Whoever adopts it may leave it a zombie. */
  const hasEnded = async (pid: string) =>
    / \(.*\) Z /.test(await readFile(`/proc/${pid.trim()}/stat`, 'utf8').catch(() => '1 (gone) Z '));
  const used = async () => (await customer.figures()).credits.used;
  const contentOf = async ({ poll }: Job) => (await customer.byKey('GET', `${poll}/output`)).body;

  test('does a job: it reports, reserves, uploads and completes, is charged once, and leaves no file', async () => {
    const worker = await startReady();
    const job = await finishedJob(customer, await order('Hello there.'));
    assert.deepEqual([job.status, job.credits, job.duration_seconds], ['completed', CREDITS, 3]);
    assert.equal(await contentOf(job), 'a film of attempt 1, None');
    assert.equal(await used(), CREDITS);
    await worker.says(/is completed/);
    await until(async () => (await readdir(folder)).length === 0);
  });

  test('a job that is canceled interrupts a model that never asks, and the worker takes the next one', async () => {
    const worker = await startReady();
    const id = await order('For ever.');
    await worker.says(/waits/);
    assert.equal((await customer.byKey('DELETE', `/api/v1/jobs/${id}`)).statusCode, 200);
    await worker.says(new RegExp(`${id} attempt 1: was taken away`));
    assert.equal((await finishedJob(customer, await order('Hello there.'))).status, 'completed');
    assert.equal(await used(), CREDITS);
  });

  test('a worker that is killed loses its job: another one does it from the checkpoint, and it is charged once', async () => {
    const killed = await startReady();
    const id = await order('Go on from here.');
    await killed.says(/waits/);
    killed.kill('SIGKILL');
    assert.equal(await killed.ended, 'SIGKILL');
    assert.equal((await readdir(folder)).length, 1);
    service.clock.advanceMs(LEASE_MS);
    await recoverLostJobs({ ...service, kinds: JOB_KINDS, outputUrl: ({ id }) => id });
    // The next attempt has to wait.
    service.clock.advanceMs(LEASE_MS);
    const other = await startReady();
    const job = await finishedJob(customer, id);
    assert.deepEqual([job.status, job.credits], ['completed', 16 + SECONDS_CREDITS]);
    assert.equal(await contentOf(job), "a film of attempt 2, {'step': 12}");
    assert.equal(await used(), 16 + SECONDS_CREDITS);
    await other.says(/is completed/);
    await until(async () => (await readdir(folder)).length === 0);
  });

  test('a stop lets the running job end, and a second one gives it back with its program', async () => {
    const named = { more: ['--weights', folder, '--name', 'gpu-2'] };
    const patient = await startReady(named);
    const id = await order('In a moment.');
    await patient.says(/waits/);
    patient.kill('SIGTERM');
    await patient.says(/stops; the running job has 20 s to end/);
    await writeFile(join(folder, 'go'), '');
    assert.equal(await patient.ended, 0);
    assert.equal((await finishedJob(customer, id)).status, 'completed');

    const hasty = await startReady(named);
    const again = await order('Run a program.');
    const program = await startedProgram();
    hasty.kill('SIGTERM');
    await hasty.says(/stops/);
    hasty.kill('SIGTERM');
    assert.equal(await hasty.ended, 0);
    await until(() => hasEnded(program));
    const { status } = (await customer.byKey('GET', `/api/v1/jobs/${again}`)).json<Job>();
    assert.equal(status, 'queued');
    await customer.byKey('DELETE', `/api/v1/jobs/${again}`);
    const { rows } = await sql`SELECT FROM workers WHERE name = 'gpu-2'`.execute(service.db);
    assert.deepEqual(rows, [], 'both have told the server that they stop');
  });

  test('a program dies with a worker that is killed', async () => {
    const worker = await startReady();
    const id = await order('Run a program.');
    const program = await startedProgram();
    worker.kill('SIGKILL');
    await worker.ended;
    await until(() => hasEnded(program));
    await customer.byKey('DELETE', `/api/v1/jobs/${id}`);
  });

  test('a fault of the request fails at once in the words of the adapter; any other is tried again', async () => {
    const worker = await startReady();
    const job = await finishedJob(customer, await order('No face.'));
    assert.deepEqual(
      [job.status, job.error, job.error_code, job.credits],
      ['failed', 'No face was found in the picture.', 'no_face', 0],
    );
    for (const text of ['Out of memory.', 'An unknown file.']) {
      const id = await order(text);
      await worker.says(new RegExp(`${id} attempt 1: Traceback`));
      await until(async () => {
        // The next attempt has to wait.
        service.clock.advanceMs(1_000);
        return /"completed"/.test((await customer.byKey('GET', `/api/v1/jobs/${id}`)).body);
      });
    }
    assert.match(worker.log(), /MemoryError: the card has no memory left/);
  });

  test('a server that hangs up, is out of order or loses answers is survived, and the job is charged once', async () => {
    const mishaps: Mishap[] = ['hang up', 503, 'none', 502];
    const once: Record<string, Mishap[]> = {
      speech: ['hang up', 500],
      reserve: ['swallow'],
      video: ['swallow', 503],
      complete: ['swallow'],
    };
    const proxy = await openUnsteadyProxy(Number(new URL(server).port), (path) => {
      const call = path.split('/').at(-1) ?? '';
      return once[call]?.shift() ?? (/register|lease/.test(call) ? mishaps.shift() : undefined) ?? 'none';
    });
    const worker = await startReady({ server: proxy.url });
    const job = await finishedJob(customer, await order('Hello there.'));
    assert.equal(job.status, 'completed');
    assert.equal(await used(), CREDITS);
    await worker.says(/is completed|was taken away/);
    assert.ok(proxy.seen.includes('complete swallow') && mishaps.length === 0, proxy.seen.join('\n'));
    worker.kill('SIGTERM');
    await worker.ended;
    await proxy.close();
  });

  test('a secret that is wrong, or is revoked while it works, ends the worker with a sentence', async () => {
    const wrong = start({ secret: 'a wrong secret, certainly' });
    assert.equal(await wrong.ended, 1);
    assert.match(wrong.log(), /^The server http:\S+ refuses this worker\. .*secret/m);
    const made = await admin.call('POST', '/api/admin/worker-secrets', { name: 'gpu-1', kinds: ['video'] });
    const { id, secret } = made.json<{ id: string; secret: string }>();
    const worker = await startReady({ secret });
    assert.equal((await admin.call('DELETE', `/api/admin/worker-secrets/${id}`)).statusCode, 200);
    // Wakes its call for a job, which has begun before.
    const waking = await order('Hello there.');
    assert.equal(await worker.ended, 1);
    assert.match(worker.log(), /refuses this worker/);
    assert.equal((await customer.byKey('DELETE', `/api/v1/jobs/${waking}`)).statusCode, 200);
  });
});

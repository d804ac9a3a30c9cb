import { giveDub } from '../../src/media/dubbing/testing/ready-dub.ts';
import { writeInvoice } from '../../src/money/invoices/index.ts';
import { deliver, fromDlocal } from '../../src/money/payment-events/testing/deliveries.ts';
import { prefixedId } from '../../src/platform/ids.ts';
import { csrfTokenFor, openSession, sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { announceEvents } from '../../src/work/webhooks/index.ts';
import { registerWorker } from '../../src/work/workers/index.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../../tests/support/customer.ts';
import { finishedJob, type Job } from '../../tests/support/follow-job.ts';
import { sound } from '../../tests/support/media-files.ts';
import type { Operation } from '../../tests/support/operations.ts';
import { forgetRateLimits, type TestService } from '../../tests/support/test-service.ts';
import { uploadAsset } from '../../tests/support/upload-asset.ts';
import { GOOD_BODIES } from './valid.ts';
import { openVoices } from './voices.ts';

export const KINDS = ['nobody', 'key', 'session', 'admin'] as const;
export type CallerKind = (typeof KINDS)[number];

export type Callers = {
  /** The current credentials of the caller. */
  headersOf(kind: CallerKind): [string, string][];
  /** Existing ids for a path: keys and accounts that no caller depends on, otherwise voices. */
  idsFor(operation: Pick<Operation, 'method' | 'path'>): string[];
  /** Call before each request: now and then it renews. */
  beforeEach(): Promise<void>;
  /** Resets rate limits, and sessions that a request may have ended: they would mask other errors. */
  renew(): Promise<void>;
};

const RENEW_EVERY = 25;
/** The fuzzer deletes fewer, so that reads also succeed. */
const HISTORY_ENTRIES = 50;
const ASSETS = 30;
const DUBS = 12;
const CREATED = 30;

export async function openCallers(service: TestService): Promise<Callers> {
  const customer = await openCustomer(service);
  const other = await openCustomer(service);
  const admin = await openAdmin(service);
  const jobs = await jobsOf(customer);
  await admin.setPlan(customer, 'developer');
  await admin.adjust(customer, { cents: 100_000_000 });
  const spare = await customer.bySession('POST', '/api/keys', { name: 'spare' });
  const foreign = await other.bySession('POST', '/api/keys', { name: 'foreign' });
  await forgetRateLimits(service.db);
  const generated = await generations(customer, HISTORY_ENTRIES);
  await forgetRateLimits(service.db);
  const deliveries = await refusedDelivery(service, customer);
  const payments = await heldPayments(service, admin);
  const assets = await assetsOf(customer, ASSETS);
  const batches = await batchesOf(customer);
  const invoices = await invoicesOf(service, customer);
  const run = { name: 'Greeting', operation: 'POST /api/v1/tts', request: { text: 'Hello.' } };
  const runs = await created(customer, '/api/runs', run);
  await forgetRateLimits(service.db);
  const agents = await created(customer, '/api/v1/agents', GOOD_BODIES['/api/v1/agents'] ?? {});
  await forgetRateLimits(service.db);
  const conversations = await conversationsWith(customer, agents.pop() ?? '');
  const dubs = await dubsOf(service, customer, DUBS);
  const voices = await openVoices(service, customer, other, admin);
  await forgetRateLimits(service.db);
  let sent = 0;
  let sessions = await freshSessions(service, customer.accountId, admin.accountId);

  async function renew(): Promise<void> {
    await forgetRateLimits(service.db);
    sessions = await freshSessions(service, customer.accountId, admin.accountId);
    // A valid checkout may have changed to a plan that others need more than.
    await admin.setPlan(customer, 'developer');
  }

  return {
    renew,
    idsFor({ method, path }) {
      if (path.includes('/users/')) return [other.accountId];
      if (/\/(history|provenance)\/|\{history_id\}/.test(path)) return generated;
      if (path.includes('/webhook-deliveries/')) return deliveries;
      if (path.includes('/payment-events/')) return payments;
      if (path.includes('/assets/')) return assets;
      if (path.includes('/batch/')) return batches;
      if (path.includes('/runs/')) return runs;
      if (path.includes('/agents/')) return agents;
      if (path.includes('/conversations/'))
        return method === 'DELETE' || path.endsWith('/end') ? conversations.doomed : conversations.kept;
      if (path.includes('/dub/')) return dubs;
      if (path.includes('/jobs/')) return jobs;
      if (path.includes('/models/')) return ['tts-1'];
      if (path.includes('/invoices/')) return invoices;
      if (path.includes('/avatars/')) return ['clara'];
      if (path.includes('/listening-test/')) return ['speech-woman'];
      if (path.includes('/sfx/')) return ['rain'];
      if (path.includes('/music/')) return ['rock'];
      const ofVoices = voices.idsFor(method, path);
      if (ofVoices) return ofVoices;
      return /\/(keys|key-limits)\//.test(path)
        ? [spare.json().id, foreign.json().id]
        : ['af_heart', 'zf_xiaobei'];
    },
    headersOf(kind) {
      if (kind === 'nobody') return [];
      if (kind === 'key') return [['Authorization', `Bearer ${customer.apiKey}`]];
      return sessions[kind];
    },
    async beforeEach() {
      sent += 1;
      await voices.freeSlots();
      if (sent % RENEW_EVERY === 0) await renew();
    },
  };
}

/** Opens as many as leave room for those that requests start. Some are for what ends them. */
async function conversationsWith({ byKey }: Customer, agentId: string) {
  const ids: string[] = [];
  while (ids.length < 8)
    ids.push((await byKey('POST', `/api/v1/agents/${agentId}/conversations`)).json<{ id: string }>().id);
  return { kept: ids.slice(0, 4), doomed: ids.slice(4) };
}

async function generations(customer: Customer, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(String((await customer.speak()).headers['x-history-id']));
  return ids;
}

async function invoicesOf({ db, clock, config }: TestService, customer: Customer): Promise<string[]> {
  const payment = {
    reference: 'fuzz',
    provider: 'stripe',
    purpose: 'top_up',
    plan: null,
    cents: 500,
  } as const;
  const { invoicing } = config;
  await db
    .transaction()
    .execute((tx) => writeInvoice({ tx, clock, invoicing }, { ...payment, accountId: customer.accountId }));
  const { invoices } = (await customer.byKey('GET', '/api/billing/invoices')).json();
  return invoices.map(({ id }: { id: string }) => id);
}

/** Uses a forbidden URL, so that the delivery and its replays never leave the machine. */
async function refusedDelivery(service: TestService, { accountId, byKey }: Customer): Promise<string[]> {
  const subjectId = prefixedId('job');
  const payload = { event: 'video.failed', job_id: subjectId, error: 'No face.' };
  const announcement = { subjectId, url: 'http://127.0.0.1:9/', orDefault: false, payload };
  await service.db
    .transaction()
    .execute((tx) => announceEvents({ ...service, tx }, accountId, [announcement]));
  const { webhook_deliveries: made } = (await byKey('GET', '/api/v1/webhook-deliveries')).json();
  return made.map(({ id }: { id: string }) => id);
}

/** Payments of nobody known. */
async function heldPayments(service: TestService, admin: Admin): Promise<string[]> {
  for (const id of ['one', 'two']) {
    const payer = { email: 'nobody@example.com' };
    await deliver(service.app, fromDlocal({ id, status: 'PAID', amount: 5, currency: 'USD', payer }));
  }
  const { payment_events: held } = (await admin.call('GET', '/api/admin/payment-events')).json();
  return held.map(({ id }: { id: string }) => id);
}

async function assetsOf(customer: Customer, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push((await uploadAsset(customer, sound(1))).json<{ id: string }>().id);
  return ids;
}

async function created({ byKey }: Customer, url: string, body: object): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < CREATED) ids.push((await byKey('POST', url, body)).json<{ id: string }>().id);
  return ids;
}

/** A worker that offers to dub, whatever the languages, is registered, so that dubs are accepted. */
async function dubsOf(service: TestService, { accountId }: Customer, count: number): Promise<string[]> {
  await registerWorker(service, { id: 'dubber', name: 'dubber', capabilities: ['dub', 'translate:*-*'] });
  const ids: string[] = [];
  while (ids.length < count) ids.push(await giveDub(service, accountId));
  return ids;
}

/** One completed job and one canceled. */
async function jobsOf(customer: Customer): Promise<string[]> {
  const order = async () => (await customer.byKey('POST', '/api/v1/avatar', { text: 'Hi.' })).json<Job>();
  const made = await order();
  const dropped = await order();
  await customer.byKey('DELETE', dropped.poll);
  await finishedJob(customer, made.job_id);
  return [made.job_id, dropped.job_id];
}

async function batchesOf({ byKey }: Customer): Promise<string[]> {
  const items = [{ text: 'One.' }, { text: 'Two.' }];
  return [(await byKey('POST', '/api/v1/generate/batch', { items })).json<{ id: string }>().id];
}

async function freshSessions(service: TestService, customerId: string, adminId: string) {
  const headersFor = async (accountId: string): Promise<[string, string][]> => {
    const { db, clock, secrets } = service;
    const { id, cookie } = await openSession({ db, clock, ...secrets }, accountId);
    return [
      ['Cookie', `${sessionCookieName(false)}=${cookie}`],
      ['Sec-Fetch-Site', 'same-origin'],
      ['X-CSRF-Token', csrfTokenFor(secrets.sessionSecret, id)],
    ];
  };
  return { session: await headersFor(customerId), admin: await headersFor(adminId) };
}

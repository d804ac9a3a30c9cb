import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { relative, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import type { Ending } from '../../src/platform/testing/hostile-answers.ts';
import { type HostileHosts, openHostileHosts } from '../../src/platform/testing/hostile-host.ts';
import { createManualDeadline } from '../../src/platform/testing/manual-deadline.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { type JsonSchema, operationsOf, readDocument } from '../support/operations.ts';
import { postForm } from '../support/post-form.ts';
import { sourceFiles, sourceText } from '../support/source-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

type Reply = Awaited<ReturnType<Customer['byKey']>>;
type Way = (customer: Customer, url: string) => Promise<Reply>;

const TOOL_FLOW = {
  start: 'open',
  otherwise: 'Pardon?',
  states: {
    open: {
      rules: [{ when: ['go'], call: { tool: 'ask', on_failure: { say: 'It failed.' } }, say: 'Done.' }],
    },
  },
};

/** Every field that holds a URL which the service fetches, by operation and field. A new one fails the test below. */
const MEDIA: Record<string, Way> = {
  'POST /api/v1/assets url': (customer, url) => customer.byKey('POST', '/api/v1/assets', { url }),
  'POST /api/v1/stt audio_url': (customer, url) => customer.byKey('POST', '/api/v1/stt', { audio_url: url }),
  'POST /api/v1/voices/similar url': (customer, url) =>
    customer.byKey('POST', '/api/v1/voices/similar', { url }),
  'POST /api/v1/generate url': (customer, url) =>
    customer.byKey('POST', '/api/v1/generate', { avatar_id: 'marcus', input: [{ type: 'audio', url }] }),
  'POST /api/v1/generate audio_url': (customer, url) =>
    postForm(customer, '/api/v1/generate', { avatar_id: 'marcus', audio_url: url }),
  'POST /api/v1/generate/batch items': (customer, url) =>
    customer.byKey('POST', '/api/v1/generate/batch', {
      items: [{ avatar_id: 'marcus', input: [{ type: 'audio', url }] }],
    }),
};

/** Tried by tests of their own, or fetched by the same lines as `audio_url`. */
const OTHERS = [
  'POST /api/settings/webhook-test url',
  'POST /api/v1/agents url',
  'PATCH /api/v1/agents/{id} url',
  'POST /api/v1/generate video_url',
  'POST /api/v1/generate image_url',
  'POST /api/v1/provenance/check url',
];

const MEDIA_CODES: Partial<Record<Ending, string>> = {
  redirect: 'outbound_redirect',
  broken: 'outbound_unreachable',
  large: 'outbound_too_large',
  never: 'outbound_timeout',
};

describe('customers whose URLs lead to hostile hosts', () => {
  const time = createManualDeadline();
  const callers = new Set<string>();
  let hosts: HostileHosts;
  let service: TestService;
  before(async () => {
    hosts = await openHostileHosts(sound(2));
    const deadline = (ms: number) => {
      callers.add(callerIn(new Error('who is it').stack));
      return time.deadline(ms);
    };
    service = await openTestService({ outboundAllow: hosts.places.join(','), deadline });
  });
  after(async () => {
    await service.close();
    await hosts.close();
  });

  /** Every host at once, and one customer for each. Only those that never end wait for the deadline. */
  async function visitAll<Result>(visit: (customer: Customer, url: string) => Promise<Result>) {
    const visits = await Promise.all(
      hosts.all.map(async (host) => ({ host, customer: await openCustomer(service) })),
    );
    // A batch is for paid plans.
    await sql`UPDATE accounts SET plan = 'starter' WHERE plan = 'free'`.execute(service.db);
    const done = new Map<string, Result>();
    const visiting = visits.map(async ({ host: { name, url }, customer }) =>
      done.set(name, await visit(customer, `${url}/tone.wav`)),
    );
    const ending = hosts.all.filter(({ ends }) => ends !== 'never');
    await until(() => ending.filter(({ name }) => !done.has(name)).map(({ name }) => name), isEmpty);
    // The service answers beside those that wait.
    assert.equal((await service.app.inject('/api/live')).statusCode, 200);
    // Some ask more than once.
    await until(
      () => {
        time.pass();
        return done.size;
      },
      (size) => size === hosts.all.length,
    );
    await Promise.all(visiting);
    await until(hosts.connections, (open) => open === 0);
    return visits.map(({ host, customer }) => ({ ...host, customer, result: done.get(host.name) as Result }));
  }

  test('every URL that is fetched is tried', async () => {
    const found = operationsOf(await readDocument(service)).flatMap(({ name, requestBody }) =>
      Object.values(requestBody?.content ?? {})
        .flatMap(({ schema }) => fetchedUrls(schema))
        .map((field) => `${name} ${field}`),
    );
    const tried = new Set([...Object.keys(MEDIA), ...OTHERS]);
    assert.ok(found.length >= 7, found.join(', '));
    assert.deepEqual(
      [...new Set(found)].filter((one) => !tried.has(one)),
      [],
    );
  });

  test('media: the documented error, nothing charged, and nothing left', async () => {
    const before = await scratchFolders();
    // Examined once, and remembered: so many at once would be refused as too many.
    await uploadAsset(await openCustomer(service), sound(2));
    const visits = await visitAll(async (customer, url) => {
      const replies: { way: string; reply: Reply }[] = [];
      for (const [way, send] of Object.entries(MEDIA))
        replies.push({ way, reply: await send(customer, url) });
      return replies;
    });
    for (const { name, ends, customer, result } of visits) {
      for (const { way, reply } of result) judge(`${way}, ${name}`, ends, reply);
      const delivered = result.some(({ reply }) => reply.statusCode < 300);
      if (!delivered) assert.deepEqual(await tracesOf(service, customer), { credits: 0, files: [], jobs: 0 });
    }
    assert.deepEqual(await scratchFolders(), before);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('webhooks: the outcome says what happened', async () => {
    const visits = await visitAll((customer, url) =>
      customer.bySession('POST', '/api/settings/webhook-test', { url }, { 'x-csrf-token': customer.csrf }),
    );
    for (const { name, ends, result } of visits) {
      assert.equal(result.statusCode, 200, `${name}: ${result.body}`);
      const { error } = result.json<{ error: string | null }>();
      const code = MEDIA_CODES[ends];
      // Only the beginning of the body is read: what breaks or goes on after that does no harm.
      const expected =
        ends === 'status' ? [null, 'unexpected_status'] : ends === 'redirect' ? [code] : [null, code];
      assert.ok(expected.includes(error), `${name}: ${error}`);
    }
  });

  test("agents' tools: the flow follows its own way for failures", async () => {
    const visits = await visitAll(async (customer, url) => {
      const tools = [{ type: 'webhook', name: 'ask', description: 'Asks.', url }];
      const agent = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: TOOL_FLOW, tools };
      const made = await customer.byKey('POST', '/api/v1/agents', agent);
      assert.equal(made.statusCode, 201, made.body);
      const opened = await customer.byKey('POST', `/api/v1/agents/${made.json().id}/conversations`);
      return customer.byKey('POST', `/api/v1/conversations/${opened.json().id}/turns`, { text: 'go' });
    });
    for (const { name, result } of visits) {
      assert.equal(result.statusCode, 200, `${name}: ${result.body}`);
      // A sound is no JSON; two of the statuses say that all is well, and an empty answer is one.
      const fine = ['no content', 'a range', 'an empty body'].includes(name);
      assert.equal(result.json().reply, fine ? 'Done.' : 'It failed.', name);
    }
  });

  test('every module that fetches a URL of a customer was among them', () => {
    assert.deepEqual([...callers].sort(), modulesThatFetch());
  });
});

function judge(what: string, ends: Ending, reply: Reply): void {
  if (ends === 'whole') assert.ok(reply.statusCode < 300, `${what}: ${reply.body}`);
  else if (ends === 'either' && reply.statusCode < 300) return;
  else {
    const code = MEDIA_CODES[ends];
    assert.ok([400, 422].includes(reply.statusCode), `${what}: ${reply.statusCode} ${reply.body}`);
    assertError(reply, reply.statusCode);
    // A batch names the line first.
    if (code) assert.ok(reply.body.includes(code) || what.includes('batch'), `${what}: ${reply.body}`);
  }
}

async function tracesOf(service: TestService, customer: Customer) {
  const files: string[] = [];
  for await (const key of service.storage.list(`media/${customer.accountId}/`)) files.push(key);
  const { jobs } = (await customer.byKey('GET', '/api/v1/jobs')).json<{ jobs: unknown[] }>();
  return { credits: (await customer.figures()).credits.used, files, jobs: jobs.length };
}

const scratchFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.includes(`-${process.pid}-`)).sort();

function fetchedUrls(schema: JsonSchema | undefined): string[] {
  if (!schema) return [];
  const below = [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])];
  const fields = Object.entries(schema.properties ?? {});
  const here = fields.filter(([name]) => /^(?!webhook).*url$/i.test(name)).map(([name]) => name);
  return [...here, ...[...below, ...fields.map(([, field]) => field)].flatMap(fetchedUrls)];
}

const ROOT = resolve(import.meta.dirname, '../..');
const OWN = /^(src\/platform\/(safe-fetch|testing)|tests)\//;

/** The file that asked for a deadline: the first that is neither the client's nor the test's. */
function callerIn(stack = ''): string {
  const files = [...stack.matchAll(/file:\/\/(\S+\.ts)/g)].map(([, path = '']) => relative(ROOT, path));
  return files.find((file) => !OWN.test(file)) ?? 'nobody';
}

const modulesThatFetch = (): string[] =>
  sourceFiles().filter((file) => !OWN.test(file) && /\b(safeFetch|downloadFile)\(/.test(sourceText(file)));

const isEmpty = (list: readonly unknown[]): boolean => list.length === 0;

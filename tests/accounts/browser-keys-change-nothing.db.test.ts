import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { BROWSER_PERMISSIONS } from '../../src/http/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { accepts, type Operation, operationsOf, readDocument } from '../support/operations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/**
 * All that a browser may send besides GET: it makes media, talks, or only computes. Whoever adds a route adds it here only
 * if a stranger may call it as often as the credits last without changing what the account has or how it behaves.
 */
const OPEN_TO_BROWSERS = new Set([
  'POST /api/v1/tts',
  'POST /api/v1/tts/stream',
  'POST /api/v1/tts/with-timestamps',
  'POST /v1/audio/speech',
  'POST /api/v1/stt',
  'POST /v1/audio/transcriptions',
  'POST /v1/audio/translations',
  'POST /api/v1/music',
  'POST /api/v1/sfx',
  'POST /api/v1/avatar',
  'POST /api/v1/generate',
  'POST /api/v1/generate/batch',
  'POST /api/v1/dub',
  'POST /api/v1/estimate',
  'POST /api/v1/provenance/check',
  'POST /api/voices/design/preview',
  'POST /api/v1/voices/similar',
  'POST /api/v1/agents/{id}/conversations',
  'POST /api/v1/agents/{id}/checks',
  'POST /api/v1/conversations/{id}/turns',
  'POST /api/v1/conversations/{id}/end',
  'POST /v1/realtime/calls',
]);

/** Every request writes to these, or workers do meanwhile. All other tables are the account. */
const WRITTEN_ANYWAY = new Set(['rate_windows', 'ephemeral_keys', 'workers']);

const FLOW = { start: 'a', otherwise: 'Hm.', states: { a: { rules: [] } } };

describe('an ek_ key with every permission that it can have', () => {
  let service: TestService;
  let owner: Customer;
  let ids: Record<string, string>;
  let operations: Operation[];
  before(async () => {
    service = await openTestService();
    owner = await openCustomer(service);
    const made = async (path: string, body: object) => {
      const reply = await owner.byKey('POST', path, body);
      assert.ok(reply.statusCode < 300, reply.body);
      return reply.json<{ id: string }>().id;
    };
    const agent = await made('/api/v1/agents', {
      name: 'Anna',
      voice_id: 'af_heart',
      disclosure: 'none',
      flow: FLOW,
    });
    const conversation = await made(`/api/v1/agents/${agent}/conversations`, {});
    const words = { pronunciations: { GIF: 'jif' } };
    const put = await owner.byKey('PUT', '/api/v1/pronunciations', words);
    assert.equal(put.statusCode, 200, put.body);
    ids = { agents: agent, conversations: conversation };
    operations = operationsOf(await readDocument(service)).filter(
      (one) => one.method !== 'GET' && accepts(one, 'apiKey'),
    );
  });
  after(() => service.close());

  async function browserKeys() {
    const ofServer = await owner.byKey('POST', '/api/v1/ephemeral-keys', {
      permissions: BROWSER_PERMISSIONS,
    });
    const ofConsole = await owner.bySession('POST', '/api/keys', { ephemeral: true });
    return [ofServer, ofConsole].map((reply) =>
      stranger(service, { authorization: `Bearer ${reply.json().api_key}` }),
    );
  }

  /** The path names what the account really has, so that only the key stands in the way. */
  function urlOf({ path }: Operation): string {
    return path
      .replace(/(agents|conversations)\/\{id\}/, (_, kind) => `${kind}/${ids[kind]}`)
      .replace(/\{\w+\}/g, 'x');
  }

  async function tables(): Promise<Record<string, string>> {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(
      service.db,
    );
    const contents: Record<string, string> = {};
    for (const { name } of rows.filter((row) => !WRITTEN_ANYWAY.has(row.name))) {
      const found = await sql<{
        row: object;
      }>`SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${sql.table(name)} t`.execute(service.db);
      contents[name] = found.rows.map(({ row }) => JSON.stringify(row)).join('\n');
    }
    return contents;
  }

  test('changes nothing: all but what makes media is refused, and every table stays as it is', async () => {
    assert.ok(operations.length > 50, `${operations.length} operations`);
    const callers = await browserKeys();
    const before = await tables();
    for (const operation of operations)
      for (const call of callers) {
        const reply = await call(operation.method as 'POST', urlOf(operation), {});
        if (!OPEN_TO_BROWSERS.has(operation.name)) assertError(reply, 403, 'key_permission_denied');
        else assert.ok(reply.statusCode >= 400 || operation.name.includes('/conversations'), operation.name);
      }
    const { conversations = '', ...rest } = before;
    const after = await tables();
    for (const [name, rows] of Object.entries(rest)) assert.equal(after[name], rows, name);
    // The browsers started some of their own.
    assert.ok(conversations !== '' && after.conversations?.startsWith(conversations));
  });

  test('is told what it lacks in words that help', async () => {
    const [call] = await browserKeys();
    const reply = await call?.('PUT', '/api/v1/pronunciations', { pronunciations: {} });
    assert.match(
      reply?.json().error,
      /cannot change the account \(speech:manage\)\. Call this from your server/,
    );
  });

  test('every operation that a browser may send is declared as use, every other as manage', () => {
    for (const operation of operations) {
      const { 'x-permission': permission = '' } = operation as Operation & { 'x-permission'?: string };
      const isOpen = OPEN_TO_BROWSERS.has(operation.name);
      assert.match(permission, isOpen ? /:(use|read)$/ : /:manage$/, operation.name);
    }
    const known = new Set(operations.map(({ name }) => name));
    for (const name of OPEN_TO_BROWSERS) assert.ok(known.has(name), `${name} does not exist`);
  });

  test('still works where it should: a lasting key with a whole group changes what it could', async () => {
    const made = await owner.bySession('POST', '/api/keys', { permissions: ['speech'] });
    const call = stranger(service, { authorization: `Bearer ${made.json().api_key}` });
    const words = { pronunciations: { GIF: 'gif' } };
    assert.equal((await call('PUT', '/api/v1/pronunciations', words)).statusCode, 200);
    const half = await owner.bySession('POST', '/api/keys', { permissions: ['speech:use'] });
    const user = stranger(service, { authorization: `Bearer ${half.json().api_key}` });
    assertError(await user('PUT', '/api/v1/pronunciations', words), 403, 'key_permission_denied');
    assert.equal((await user('GET', '/api/v1/pronunciations')).statusCode, 200);
  });

  test('the estimate tells a key without billing the price, and neither plan nor balance', async () => {
    const ask = { kind: 'tts', text: 'Hello there.' };
    const [browser, console] = await browserKeys();
    const narrow = await owner.bySession('POST', '/api/keys', { permissions: ['speech'] });
    const narrowed = stranger(service, { authorization: `Bearer ${narrow.json().api_key}` });
    for (const call of [browser, narrowed]) {
      const reply = await call?.('POST', '/api/v1/estimate', ask);
      assert.deepEqual(Object.keys(reply?.json() ?? {}).sort(), [
        'characters',
        'credits',
        'duration_seconds',
        'kind',
        'routing_credits',
      ]);
    }
    await (await openAdmin(service)).setPlan(owner, 'creator');
    const lines = { items: [{ text: 'Hello there.' }], dry_run: true };
    const { estimate } = (await browser?.('POST', '/api/v1/generate/batch', lines))?.json() ?? {};
    assert.deepEqual(Object.keys(estimate).sort(), ['characters', 'credits', 'duration_seconds']);
    for (const call of [console, owner.byKey]) {
      const { plan, remaining_credits } = (await call?.('POST', '/api/v1/estimate', ask))?.json() ?? {};
      assert.deepEqual([plan.id, typeof remaining_credits], ['creator', 'number']);
    }
  });
});

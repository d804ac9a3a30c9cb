import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { generateSync } from 'otplib';
import { openSealing } from '../../src/main/open-sealing.ts';
import { rotateKeys } from '../../src/main/rotate-keys-command.ts';
import { SEALED_COLUMNS } from '../../src/main/sealed-columns.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Database, sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import {
  DataKeyMissing,
  resealAll,
  SEALED_KEPT_SECRETS,
  type Sealing,
} from '../../src/platform/sealing/index.ts';
import { assertError } from '../support/assert-error.ts';
import { openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PASSWORD = 'plum tractor eleven sonnets';
const FIRST = 'the first session secret of these tests';
const SECOND = 'the second session secret of these tests';
const OLD_KEY = `2025:${'a'.repeat(40)}`;
const NEW_KEY = `2026:${'b'.repeat(40)}`;
const FLOW = { start: 'a', otherwise: 'Pardon?', states: { a: { rules: [{ when: ['hi'], say: 'Hi.' }] } } };

/** Seals as versions before data keys did. */
function sealedBefore(secret: string, purpose: string, accountId: string, plain: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'vox-humana', purpose, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(accountId));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}

describe('data keys', () => {
  let database: Database;
  let dataDir: string;
  let service: TestService | null = null;
  let codes = 0;
  beforeEach(async () => {
    database = await openTestDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'vox-keys-'));
  });
  afterEach(async () => {
    await service?.close();
    service = null;
    await database.close();
    await rm(dataDir, { recursive: true });
  });

  /** The service with these secrets, on the database that the test keeps. */
  async function start(sessionSecret: string, dataKeys = ''): Promise<TestService> {
    await service?.close();
    service = null;
    const kept = { dataDir, database: { ...database, close: async () => undefined } };
    const settings = { SESSION_SECRET: sessionSecret, DATA_KEYS: dataKeys };
    service = await openTestService({ kept, settings });
    return service;
  }
  const rotate = (running: TestService, forget: string | null = null) =>
    rotateKeys(running, { wanted: running.secrets.dataKeys[0].id, forget });

  async function signUp({ app }: TestService) {
    const payload = { action: 'signup', email: 'ann@example.com', password: PASSWORD };
    const reply = await app.inject({ method: 'POST', url: '/api/auth', payload });
    assert.equal(reply.statusCode, 201, reply.body);
    const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
    const headers = { 'sec-fetch-site': 'same-origin' };
    const post = (url: string, body: object) =>
      app.inject({ method: 'POST', url, cookies, headers, payload: body });
    return { post, accountId: reply.json().user.id as string };
  }
  const signIn = ({ app }: TestService, totp: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { action: 'signin', email: 'ann@example.com', password: PASSWORD, totp },
    });
  function codeOf({ clock }: TestService, secret: string): string {
    // Every service of a test begins at the same time, and a code works once.
    codes += 1;
    clock.advanceMs(codes * 60_000);
    return generateSync({ strategy: 'hotp', secret, counter: Math.floor(clock.now().getTime() / 30_000) });
  }
  async function turnOnTotp(running: TestService) {
    const { post, accountId } = await signUp(running);
    const { secret } = (await post('/api/auth/2fa/setup', {})).json();
    const enabled = await post('/api/auth/2fa/enable', {
      code: codeOf(running, secret),
      password: PASSWORD,
    });
    assert.equal(enabled.statusCode, 200, enabled.body);
    return { accountId, secret, recovery: enabled.json().recovery_codes as string[] };
  }

  test('every sealed column of the database is sealed again by a rotation', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'bytea' AND column_name LIKE '%sealed%'`.execute(
      database.db,
    );
    const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(listed.sort(), rows.map(({ name }) => name).sort());
  });

  test('what was sealed before keys had ids opens after the upgrade, and survives a new SESSION_SECRET once rotated', async () => {
    const running = await start(FIRST);
    const { accountId, secret, recovery } = await turnOnTotp(running);
    const old = sealedBefore(FIRST, 'totp-secret', accountId, secret);
    await sql`UPDATE two_factor SET secret_sealed = ${old}::bytea`.execute(database.db);
    await sql`DELETE FROM data_keys`.execute(database.db);
    await sql`INSERT INTO data_keys (id) VALUES ('session-secret')`.execute(database.db);

    await assert.rejects(start(SECOND, NEW_KEY), DataKeyMissing);
    const upgraded = await start(FIRST, NEW_KEY);
    assert.equal((await signIn(upgraded, codeOf(upgraded, secret))).statusCode, 200);
    assert.match(
      await rotate(upgraded),
      /^Sealed \d+ .* with the key "2026"\. Nothing needs "session-secret"/,
    );
    assert.match(await rotate(upgraded), /^Sealed 0 /);
    const later = await start(SECOND, NEW_KEY);
    assert.equal((await signIn(later, codeOf(later, secret))).statusCode, 200);
    assert.equal((await signIn(later, recovery[0] ?? '')).statusCode, 200, 'recovery codes survive too');
  });

  test('refuses to start with a changed SESSION_SECRET or without a key, and says what to do', async () => {
    await start(FIRST);
    await assert.rejects(start(SECOND), /SESSION_SECRET has changed.*Put the old one back.*rotate-keys/);
    const both = await start(FIRST, OLD_KEY);
    await rotate(both);
    await start(SECOND, `${NEW_KEY},${OLD_KEY}`);
    await assert.rejects(start(SECOND, NEW_KEY), /data key "2025".*rotate-keys --forget 2025/);
    const sameName = OLD_KEY.replaceAll('a', 'c');
    await assert.rejects(start(SECOND, `${NEW_KEY},${sameName}`), /data key "2025"/);
  });

  test('a lost key costs what only it could open: 503 with the remedy, and recovery codes still work', async () => {
    const running = await start(FIRST, OLD_KEY);
    const { secret, recovery } = await turnOnTotp(running);
    const forgotten = await openSealingWith(NEW_KEY, '2025');
    assert.match(forgotten, /1 cannot be opened/);
    const bereft = await start(FIRST, NEW_KEY);
    assertError(await signIn(bereft, codeOf(bereft, secret)), 503, 'secret_unreadable');
    assert.equal((await signIn(bereft, recovery[0] ?? '')).statusCode, 200);
  });

  async function openSealingWith(key: string, forget: string): Promise<string> {
    const [id = '', secret = ''] = key.split(':');
    const dataKeys = [{ id, secret }] as const;
    const secrets = {
      sessionSecret: FIRST,
      workerSecret: '',
      dataKeys: [...dataKeys] as [{ id: string; secret: string }],
    };
    return rotateKeys({ db: database.db, clock: systemClock, secrets }, { wanted: id, forget });
  }

  test('a rotation that is killed goes on where it stopped, and never undoes a change made meanwhile', async () => {
    const old = await start(FIRST, OLD_KEY);
    const { sealing: before } = await openSealing({ db: database.db, secrets: old.secrets });
    const seal = (name: string) => ({ purpose: 'kept-secret', owner: name }) as const;
    for (let i = 0; i < 450; i += 1) {
      const name = `n${String(i).padStart(3, '0')}`;
      await sql`INSERT INTO kept_secrets VALUES (${name}, ${before.seal(seal(name), name)}::bytea)`.execute(
        database.db,
      );
    }
    const { secrets } = await start(FIRST, `${NEW_KEY},${OLD_KEY}`);
    const { sealing } = await openSealing({ db: database.db, secrets });
    let left = 230;
    const dying: Sealing = {
      ...sealing,
      seal(...args) {
        if (left-- === 0) throw new Error('killed');
        return sealing.seal(...args);
      },
    };
    await assert.rejects(resealAll(database.db, dying, [SEALED_KEPT_SECRETS]), /killed/);
    const slow: Sealing = {
      ...sealing,
      open(owner, sealed) {
        const plain = sealing.open(owner, sealed);
        return owner.owner === 'n440' ? Buffer.from('read before it changed') : plain;
      },
    };
    const changed = sealing.seal(seal('n440'), 'changed');
    await sql`UPDATE kept_secrets SET sealed = ${changed}::bytea WHERE name = 'n440'`.execute(database.db);
    const { resealed, unreadable } = await resealAll(database.db, slow, [SEALED_KEPT_SECRETS]);
    const others = (await sql`SELECT FROM kept_secrets WHERE name NOT LIKE 'n___'`.execute(database.db)).rows;
    assert.deepEqual([resealed, unreadable], [450 + others.length - 230 - 1, 0]);
    const { rows } = await sql<{
      name: string;
      sealed: Uint8Array;
    }>`SELECT * FROM kept_secrets WHERE name LIKE 'n___'`.execute(database.db);
    const wrong = rows.filter(
      ({ name, sealed }) =>
        sealing.open(seal(name), sealed).toString() !== (name === 'n440' ? 'changed' : name),
    );
    assert.deepEqual(wrong, []);
  });

  test('the running service refuses a rotation to a key that it has not loaded', async () => {
    const running = await start(FIRST, OLD_KEY);
    await assert.rejects(
      rotateKeys(running, { wanted: '2026', forget: null }),
      /seals with the key "2025".*Restart/,
    );
  });
});

describe('secrets of customers', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const tool = (change: object = {}) => ({
    type: 'webhook',
    name: 'find_table',
    description: 'Finds a table.',
    url: 'https://tools.example.com/find',
    headers: { authorization: 'Bearer very-secret' },
    ...change,
  });
  const agentWith = (tools: object[]) => ({ name: 'Anna', voice_id: 'af_heart', flow: FLOW, tools });
  const everything = async () => {
    const { rows } = await sql<{ text: string }>`
      SELECT (SELECT coalesce(string_agg(a::text || encode(coalesce(tool_headers_sealed, ''), 'escape'), ''), '') FROM agents a)
        || (SELECT coalesce(string_agg(s::text, ''), '') FROM seller_verifications s) AS text`.execute(
      service.db,
    );
    return rows[0]?.text ?? '';
  };

  test('headers of tools are stored sealed and shown masked; the mask keeps them for the same host only', async () => {
    const owner = await openCustomer(service);
    const created = await owner.byKey('POST', '/api/v1/agents', agentWith([tool()]));
    assert.equal(created.statusCode, 201, created.body);
    const { id, tools } = created.json();
    assert.equal(tools[0].headers.authorization, '********');
    const path = `/api/v1/agents/${id}`;
    const sent = await owner.byKey('PATCH', path, { tools: [{ ...tools[0], description: 'Other.' }] });
    assert.equal(sent.statusCode, 200, sent.body);
    assert.equal((await owner.byKey('PATCH', path, { name: 'Ben' })).statusCode, 200);
    for (const change of [
      { url: 'https://evil.example.com/find' },
      { name: 'other' },
      { headers: { 'x-new': '********' } },
    ]) {
      const refused = await owner.byKey('PATCH', path, { tools: [{ ...tools[0], ...change }] });
      assertError(refused, 400, 'invalid_tools');
      assert.match(refused.body, /is masked: send its value/);
    }
    assert.doesNotMatch((await owner.byKey('GET', path)).body + (await everything()), /very-secret/);
  });

  test('what older versions stored in the clear is sealed at the start', async () => {
    const seller = await openCustomer(service);
    const settings = JSON.stringify({ voice_id: 'af_heart', flow: FLOW, tools: [tool()] });
    await sql`INSERT INTO agents (id, account_id, name, settings, created_at, updated_at)
      VALUES ('agent_old', ${seller.accountId}, 'Old', ${settings}::json, now(), now())`.execute(service.db);
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at)
      VALUES (${seller.accountId}, 'Sal', 'GB', 'PASS-123456', 'pending', now())`.execute(service.db);
    assert.doesNotMatch((await seller.byKey('GET', '/api/v1/agents/agent_old')).body, /very-secret/);
    await openSealing(service);
    await openSealing(service);
    assert.doesNotMatch(await everything(), /very-secret|PASS-123456/);
    const shown = (await seller.byKey('GET', '/api/v1/seller/verification')).json();
    assert.equal(shown.document_last_four, '3456');
    const kept = await seller.byKey('PATCH', '/api/v1/agents/agent_old', { name: 'Kept' });
    assert.equal(kept.statusCode, 200, kept.body);
  });
});

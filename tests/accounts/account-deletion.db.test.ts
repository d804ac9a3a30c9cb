import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { giveDub } from '../../src/media/dubbing/testing/ready-dub.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { sweepLooseObjects } from '../../src/platform/storage/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { eraseClosedAccounts } from '../../src/tenancy/accounts/index.ts';
import { csrfTokenFor, sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { type Admin, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob, holdVideos } from '../support/follow-job.ts';
import { sound } from '../support/media-files.ts';
import { readZip } from '../support/read-zip.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const PASSWORD = 'plum tractor eleven sonnets';
const HOUR_MS = 3_600_000;
/** Tables whose rows belong to one account and are deleted with it. */
const ERASED = [
  'generations',
  'speech_cache',
  'assets',
  'asset_files',
  'jobs',
  'batches',
  'dubs',
  'dub_films',
  'dub_speakers',
  'webhook_deliveries',
  'saved_runs',
];
const CREDENTIALS = ['sessions', 'api_keys', 'passkeys', 'two_factor', 'recovery_codes', 'account_tokens'];

describe('exporting and deleting an account', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  async function signUp(email: string) {
    const call = stranger(service);
    const reply = await call('POST', '/api/auth', { action: 'signup', email, password: PASSWORD });
    assert.equal(reply.statusCode, 201, reply.body);
    const { user, api_key: apiKey } = reply.json();
    const value = reply.cookies.find(({ name }) => name === sessionCookieName(false))?.value;
    const cookie = `${sessionCookieName(false)}=${value}`;
    const bySession = stranger(service, { cookie, 'sec-fetch-site': 'same-origin' });
    const byKey = stranger(service, {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
    });
    const csrf = csrfTokenFor(service.secrets.sessionSecret, '');
    return { email, apiKey, accountId: user.id as string, cookie, csrf, bySession, byKey };
  }

  /** Creates speech, an asset, a dictionary, a saved response, a dub and a finished video. */
  async function fillAccount(owner: Awaited<ReturnType<typeof signUp>>): Promise<string> {
    const { byKey } = owner;
    const text = 'What nobody else should read.';
    const headers = { 'idempotency-key': 'keep' };
    const spoken = await byKey('POST', '/api/v1/tts', { text, voice_id: 'af_heart' }, headers);
    assert.equal(spoken.statusCode, 200, spoken.body);
    const asset = await uploadAsset(owner, sound(1), { name: 'my tune' });
    assert.equal(asset.statusCode, 201, asset.body);
    const words = { pronunciations: { Nguyen: '/wɪn/' } };
    assert.equal((await byKey('PUT', '/api/v1/pronunciations', words)).statusCode, 200);
    const run = { name: 'My run', operation: 'POST /api/v1/tts', request: { text: 'Said privately.' } };
    assert.equal((await byKey('POST', '/api/runs', run)).statusCode, 201);
    await giveDub(service, owner.accountId);
    const video = await byKey('POST', '/api/v1/avatar', { text });
    assert.equal(video.statusCode, 202, video.body);
    const { job_id: jobId } = video.json();
    await finishedJob(owner, jobId);
    return jobId;
  }

  async function rowsOf(accountId: string, tables: readonly string[]): Promise<string[]> {
    const left: string[] = [];
    for (const table of tables) {
      const { rows } =
        await sql`SELECT FROM ${sql.table(table)} WHERE account_id = ${accountId}::uuid`.execute(service.db);
      if (rows.length > 0) left.push(table);
    }
    return left;
  }

  async function objects(...prefixes: string[]): Promise<string[]> {
    const keys: string[] = [];
    for (const prefix of prefixes) for await (const key of service.storage.list(prefix)) keys.push(key);
    return keys;
  }

  async function audioOf(accountId: string): Promise<string[]> {
    const { rows } = await sql<{ key: string }>`
      SELECT audio_key AS key FROM generations WHERE account_id = ${accountId}::uuid AND audio_key IS NOT NULL
      UNION ALL SELECT object_key FROM speech_cache WHERE account_id = ${accountId}::uuid`.execute(
      service.db,
    );
    const keys = rows.map(({ key }) => key);
    assert.equal(keys.length, 2);
    return keys;
  }

  async function stored(keys: readonly string[]): Promise<string[]> {
    const all = await objects('history/', 'speech-cache/');
    return keys.filter((key) => all.includes(key));
  }

  async function eraseEverything(): Promise<void> {
    await eraseClosedAccounts(service);
    service.clock.advanceMs(2 * HOUR_MS + 1);
    await eraseClosedAccounts(service);
    while ((await sweepLooseObjects(service)) > 0);
  }

  const remove = (owner: Pick<Awaited<ReturnType<typeof signUp>>, 'bySession'>, body: object = {}) =>
    owner.bySession('DELETE', '/api/account', { password: PASSWORD, ...body });

  test('the archive contains all data of the account, no secrets, and no data of others', async () => {
    const owner = await signUp('export@example.com');
    const jobId = await fillAccount(owner);
    const other = await openCustomer(service);
    await other.speak({ text: 'Somebody else.' });
    const reply = await owner.bySession('GET', '/api/account/export');
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.headers['content-type'], 'application/zip');
    const files = readZip(reply.rawPayload);
    const names = [...files.keys()];
    for (const name of [
      'account.json',
      'api-keys.jsonl',
      'settings.json',
      'sessions.jsonl',
      'usage.jsonl',
      'ledger.jsonl',
      'history.jsonl',
      'jobs.jsonl',
      'assets.jsonl',
      'dubs.jsonl',
      'pronunciations.json',
      'webhook-deliveries.jsonl',
    ])
      assert.ok(names.includes(name), name);
    assert.equal(JSON.parse(String(files.get('account.json'))).email, 'export@example.com');
    assert.deepEqual(JSON.parse(String(files.get('pronunciations.json'))), { Nguyen: '/wɪn/' });
    assert.match(String(files.get('history.jsonl')), /What nobody else should read\./);
    assert.equal(files.get(`jobs/${jobId}/video`)?.toString('latin1', 4, 8), 'ftyp');
    const audio = names.find((name) => name.startsWith('history/'));
    assert.equal(files.get(audio ?? '')?.toString('latin1', 0, 4), 'RIFF');
    assert.match(String(files.get('saved-runs.jsonl')), /Said privately/);
    assert.match(String(files.get('dubs.jsonl')), /Hola a todos/);
    assert.ok(names.some((name) => /^dubs\/dub_\w+\/speech\.wav$/.test(name)));
    assert.ok(names.some((name) => name.startsWith('dubs/films/')));
    const tune = names.find((name) => name.startsWith('assets/'));
    assert.deepEqual(files.get(tune ?? ''), sound(1));
    const texts = names
      .filter((name) => name.includes('.json'))
      .map((name) => String(files.get(name)))
      .join('\n');
    for (const secret of [
      owner.apiKey,
      owner.cookie.split('=')[1] ?? '',
      'password',
      'Somebody else',
      other.accountId,
    ])
      assert.ok(!texts.includes(secret), secret);
  });

  // Runs before any test moves the clock, which would make the worker look dead.
  test('deletion cancels a running job and releases its credits; its worker delivers nothing', async () => {
    const owner = await signUp('running@example.com');
    const release = holdVideos(service);
    const { job_id: jobId } = (await owner.byKey('POST', '/api/v1/avatar', { text: 'Never seen.' })).json();
    const status = async () => {
      const { rows } = await sql<{ status: string }>`SELECT status FROM jobs WHERE id = ${jobId}`.execute(
        service.db,
      );
      return rows[0]?.status;
    };
    await until(status, (now) => now === 'processing');
    assert.equal((await remove(owner)).statusCode, 204);
    await eraseClosedAccounts(service);
    assert.equal(await status(), 'canceled');
    release();
    await eraseEverything();
    assert.equal(await status(), undefined);
    assert.deepEqual(await objects(`jobs/${jobId}/`), []);
    const { rows } = await sql<{ status: string }>`
      SELECT DISTINCT status FROM charges WHERE account_id = ${owner.accountId}::uuid`.execute(service.db);
    assert.deepEqual(rows, [{ status: 'released' }]);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('deletion ends all access at once, erases all data, and keeps the ledger', async () => {
    const owner = await signUp('leaving@example.com');
    const jobId = await fillAccount(owner);
    const audio = await audioOf(owner.accountId);
    assert.equal((await remove(owner, { password: 'not it' })).json().code, 'wrong_password');
    assert.equal((await remove(owner)).statusCode, 204);
    assert.deepEqual(await rowsOf(owner.accountId, CREDENTIALS), []);
    assert.equal((await owner.byKey('GET', '/api/v1/history')).statusCode, 401);
    assert.equal((await owner.bySession('GET', '/api/me')).json().user, null);
    const again = await signUp('leaving@example.com');
    assert.notEqual(again.accountId, owner.accountId);
    await eraseEverything();
    assert.deepEqual(
      await rowsOf(owner.accountId, [...ERASED, 'pronunciations', 'idempotency_keys', 'job_turns']),
      [],
    );
    const { accountId } = owner;
    assert.deepEqual(await objects(`media/${accountId}/`, `jobs/${jobId}/`), []);
    assert.deepEqual(await stored(audio), []);
    const { rows } = await sql<{ row: string; erased: boolean }>`
      SELECT a::text AS row, erased_at IS NOT NULL AS erased FROM accounts a WHERE id = ${accountId}`.execute(
      service.db,
    );
    assert.ok(rows[0]?.erased);
    assert.ok(!rows[0]?.row.includes('leaving'));
    assert.deepEqual(await rowsOf(accountId, ['charges', 'ledger_postings']), ['charges', 'ledger_postings']);
    assert.deepEqual(await verifyLedger(service.db), []);
    const { users } = (await admin.call('GET', '/api/admin/users?limit=100')).json();
    assert.ok(!users.some(({ id }: { id: string }) => id === accountId));
  });

  test('409: an account with a balance is deleted only if its owner forfeits it', async () => {
    const owner = await signUp('rich@example.com');
    await admin.call('POST', `/api/admin/users/${owner.accountId}/credits`, { cents: 1_234, note: 'test' });
    const refused = await remove(owner);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'balance_remaining']);
    assert.match(refused.json().error, /12\.34 USD/);
    assert.equal((await owner.bySession('GET', '/api/me')).json().user.creditBalanceCents, 1_234);
    assert.equal((await remove(owner, { forfeit_balance: true })).statusCode, 204);
    const { rows } = await sql<{ amount: number }>`
      SELECT amount FROM ledger_postings WHERE account_id = ${owner.accountId}::uuid AND to_book = 'house_forfeited'`.execute(
      service.db,
    );
    assert.deepEqual(rows, [{ amount: 12_340_000 }]);
    service.clock.advanceMs(40 * 24 * HOUR_MS);
    await eraseEverything();
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a crash between any two steps of erasure leaves no data behind in the end', async () => {
    const owner = await signUp('unlucky@example.com');
    const jobId = await fillAccount(owner);
    const { accountId } = owner;
    const audio = await audioOf(accountId);
    await sql`UPDATE accounts SET closed_at = ${service.clock.now()}, email = 'x-' || id WHERE id = ${accountId}`.execute(
      service.db,
    );
    for (let step = 0; step <= service.accountData.length; step++) {
      const crash = { erase: () => Promise.reject(new Error('killed')) };
      const accountData = [...service.accountData.slice(0, step), crash];
      await eraseClosedAccounts({ ...service, accountData });
    }
    await eraseEverything();
    assert.deepEqual(await rowsOf(accountId, ERASED), []);
    assert.deepEqual(await objects(`media/${accountId}/`, `jobs/${jobId}/`), []);
    assert.deepEqual(await stored(audio), []);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a failing object store only delays the erasure', async (t) => {
    const owner = await signUp('stuck@example.com');
    await fillAccount(owner);
    const audio = await audioOf(owner.accountId);
    const down = () => {
      throw new Error('the store is down');
    };
    t.mock.method(service.storage, 'list', down);
    t.mock.method(service.storage, 'delete', down);
    assert.equal((await remove(owner)).statusCode, 204);
    service.clock.advanceMs(3 * HOUR_MS);
    await eraseClosedAccounts(service);
    t.mock.restoreAll();
    assert.deepEqual(await stored(audio), audio);
    await eraseEverything();
    assert.deepEqual([await stored(audio), await objects(`media/${owner.accountId}/`)], [[], []]);
  });
});

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, test } from 'node:test';
import { receiveUpload } from '../../http/index.ts';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { until } from '../../platform/testing/until.ts';
import { GOOD_PASSWORD, openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';

type Method = 'POST' | 'PATCH' | 'DELETE';
/** A session may write each of these, and the body would be accepted. */
const WRITES: [Method, string, object][] = [
  ['POST', '/api/keys', { name: 'late' }],
  ['POST', '/api/keys', { ephemeral: true }],
  ['PATCH', '/api/settings', { webhookUrl: 'https://stranger.example/hook' }],
  ['PATCH', '/api/account', { name: 'Stranger' }],
  ['POST', '/api/account/email', { email: 'stranger@example.com', password: GOOD_PASSWORD }],
  ['POST', '/api/auth/2fa/enable', { code: '123456', password: GOOD_PASSWORD }],
  ['POST', '/api/auth/passkeys/options', { password: GOOD_PASSWORD }],
];

/** A takeover takes these away, so none of them may be made behind its back. */
const NOT_TO_BE_LEFT: [Method, string, object?][] = [
  ...WRITES.slice(0, 3),
  ['POST', '/api/settings/webhook-secret'],
];

describe('a session or key that ends while a body is on its way', () => {
  let tenancy: TestTenancy;
  let base: string;
  let email: string;
  let owner: Awaited<ReturnType<typeof signUpBrowser>>;
  let authenticated = 0;
  let uploads = 0;
  let beforeHandler: () => Promise<unknown> = async () => undefined;

  before(async () => {
    tenancy = await openTenancy();
    // Runs after authentication.
    tenancy.app.addHook('onRequest', async () => {
      authenticated += 1;
    });
    tenancy.app.addHook('preHandler', async () => {
      const act = beforeHandler;
      beforeHandler = async () => undefined;
      await act();
    });
    tenancy.app.post('/api/upload-probe', { config: { auth: 'session' } }, (request) => {
      uploads += 1;
      return receiveUpload(request, { maxFileBytes: 1_000, maxFiles: 1 }, async () => ({ ok: true }));
    });
    base = await tenancy.app.listen({ host: '127.0.0.1', port: 0 });
  });
  beforeEach(async () => {
    email = `${uuidv7()}@example.com`;
    owner = await signUpBrowser(tenancy, email);
  });
  after(() => tenancy.close());

  const ofSession = () => ({ cookie: `vox_session=${owner.browser.session}` });

  /** Sends the headers, lets something happen, and then sends the body. */
  async function callAround(
    [method, path, body]: [Method, string, object | string],
    credentials: Record<string, string>,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ status: number | undefined; body: string }> {
    const bytes = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'multipart/form-data; boundary=b' : 'application/json';
    const headers = { 'content-type': type, 'content-length': bytes.length, ...credentials };
    const call = open(base + path, { method, headers });
    const seen = authenticated;
    call.flushHeaders();
    await until(() => authenticated > seen);
    await meanwhile();
    const reply = once(call, 'response') as Promise<[IncomingMessage]>;
    call.end(bytes);
    const [response] = await reply;
    return { status: response.statusCode, body: await text(response) };
  }

  const activeKeys = async () => {
    const { rows } = await sql`
      SELECT id FROM api_keys WHERE account_id = ${owner.accountId} AND revoked_at IS NULL`.execute(
      tenancy.db,
    );
    return rows.length;
  };
  const takeOver = async () => {
    const token = (await tenancy.mails()).findLast(({ to }) => to === email)?.token;
    const reply = await openBrowser(tenancy).auth({ action: 'verify', token });
    assert.equal(reply.json().taken_over, true, reply.body);
  };
  const revoke = async () => {
    await sql`UPDATE sessions SET revoked_at = now() WHERE account_id = ${owner.accountId}`.execute(
      tenancy.db,
    );
  };

  test('a stranger mints no key across the takeover of the account', async () => {
    const reply = await callAround(['POST', '/api/keys', { name: 'late' }], ofSession(), takeOver);
    assert.equal(reply.status, 401, reply.body);
    assert.equal(await activeKeys(), 0);
  });

  for (const write of WRITES)
    test(`401: ${write[0]} ${write[1]} ${JSON.stringify(write[2])}`, async () => {
      const reply = await callAround(write, ofSession(), revoke);
      assert.equal(reply.status, 401, reply.body);
    });

  test('401: an upload', async () => {
    const file = 'Content-Disposition: form-data; name="a"; filename="b"\r\n\r\nhello';
    const form = `--b\r\n${file}\r\n--b--\r\n`;
    const revokeWhileItIsRead = async () => {
      await until(() => uploads === 1);
      await revoke();
    };
    const reply = await callAround(['POST', '/api/upload-probe', form], ofSession(), revokeWhileItIsRead);
    assert.equal(reply.status, 401, reply.body);
  });

  for (const write of NOT_TO_BE_LEFT)
    test(`401: a session that ends just before ${write[0]} ${write[1]} ${JSON.stringify(write[2])} is handled`, async () => {
      beforeHandler = revoke;
      const reply = await owner.browser.call(...write);
      assert.equal(reply.statusCode, 401, reply.body);
      assert.equal(await activeKeys(), 1);
    });

  test('keys and settings that race with a takeover leave nothing behind, and deadlock with nothing', async () => {
    const racing = NOT_TO_BE_LEFT.map((write) => owner.browser.call(...write));
    const [, ...replies] = await Promise.all([takeOver(), ...racing]);
    for (const reply of replies) assert.ok([200, 201, 401].includes(reply.statusCode), reply.body);
    assert.equal(await activeKeys(), 0);
  });

  test('401: a write with a key that was revoked meanwhile', async () => {
    const key = { authorization: `Bearer ${owner.apiKey}` };
    const write: [Method, string, object] = ['POST', '/api/v1/speech-probe', {}];
    const revokeKeys = () =>
      sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = ${owner.accountId}`.execute(tenancy.db);
    assert.equal((await callAround(write, key, revokeKeys)).status, 401);
  });

  test('a slow body of a session that lives on is accepted', async () => {
    const reply = await callAround(
      ['POST', '/api/keys', { name: 'slow' }],
      ofSession(),
      async () => undefined,
    );
    assert.equal(reply.status, 201, reply.body);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTenancy, type TestTenancy } from '../testing/app.ts';
import { openBrowser, signUpBrowser } from '../testing/browser.ts';

describe('settings', () => {
  let tenancy: TestTenancy;
  let browser: ReturnType<typeof openBrowser>;
  before(async () => {
    tenancy = await openTenancy();
    ({ browser } = await signUpBrowser(tenancy, 'settings@example.com'));
  });
  after(() => tenancy.close());

  const patch = (body: object) => browser.call('PATCH', '/api/settings', body);
  const urlNow = async () => (await browser.call('GET', '/api/settings')).json().webhookUrl;

  test('webhookUrl is null at first and can be set, read, kept and removed', async () => {
    assert.equal(await urlNow(), null);
    const set = await patch({ webhookUrl: 'https://hooks.example.com/vox' });
    assert.equal(set.statusCode, 200);
    assert.equal(set.json().webhookUrl, 'https://hooks.example.com/vox');
    assert.equal((await patch({})).json().webhookUrl, 'https://hooks.example.com/vox');
    assert.equal(
      (await browser.call('GET', '/api/me')).json().user.webhookUrl,
      'https://hooks.example.com/vox',
    );
    assert.equal((await patch({ webhookUrl: null })).json().webhookUrl, null);
  });

  test('signing, retries and the events of dubs are off at first, and changing one leaves the others as they are', async () => {
    const off = { webhookUrl: null, webhookSigning: false, webhookRetries: false, webhookDubEvents: false };
    const atFirst = (await browser.call('GET', '/api/settings')).json();
    assert.deepEqual(atFirst, { ...off, webhookSecretCreatedAt: null });
    assert.deepEqual((await patch({ webhookRetries: true })).json(), { ...atFirst, webhookRetries: true });
    assert.equal((await patch({ webhookDubEvents: true })).json().webhookRetries, true);
    const withUrl = (await patch({ webhookUrl: 'https://hooks.example.com/' })).json();
    assert.equal(withUrl.webhookRetries, true);
    assert.deepEqual((await patch(off)).json(), atFirst);
    assert.equal((await patch({ webhookRetries: 'yes' })).statusCode, 400);
  });

  test('400: an address that is none, holds a password, or leads to a private host', async () => {
    const bad = [
      '',
      'hooks',
      'ftp://example.com',
      'https://a:b@example.com/',
      'http://127.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest',
      'http://localhost:8080/',
      7,
      {},
      [],
    ];
    for (const webhookUrl of bad) {
      const reply = await patch({ webhookUrl });
      assert.equal(reply.statusCode, 400, JSON.stringify(webhookUrl));
    }
    assert.equal(await urlNow(), null);
  });

  test('production: Secure cookies, and 400 for a webhook address without https', async () => {
    const production = await openTenancy({ production: true });
    const owner = await signUpBrowser(production, 'https@example.com');
    const set = (webhookUrl: string) => owner.browser.call('PATCH', '/api/settings', { webhookUrl });
    const me = await owner.browser.call('GET', '/api/me');
    assert.match(String(me.headers['set-cookie']), /; Secure/);
    assert.equal((await set('http://hooks.example.com/')).statusCode, 400);
    assert.equal((await set('https://hooks.example.com/')).statusCode, 200);
    await production.close();
  });

  test('401: no session', async () => {
    assert.equal((await openBrowser(tenancy).call('GET', '/api/settings')).statusCode, 401);
    assert.equal((await openBrowser(tenancy).call('PATCH', '/api/settings', {})).statusCode, 401);
  });
});

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

  test('webhookUrl is null at first, can be set, kept, read and taken away', async () => {
    assert.deepEqual((await browser.call('GET', '/api/settings')).json(), { webhookUrl: null });
    const set = await patch({ webhookUrl: 'https://hooks.example.com/vox' });
    assert.equal(set.statusCode, 200);
    assert.deepEqual(set.json(), { webhookUrl: 'https://hooks.example.com/vox' });
    assert.deepEqual((await patch({})).json(), { webhookUrl: 'https://hooks.example.com/vox' });
    assert.equal(
      (await browser.call('GET', '/api/me')).json().user.webhookUrl,
      'https://hooks.example.com/vox',
    );
    assert.deepEqual((await patch({ webhookUrl: null })).json(), { webhookUrl: null });
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
    assert.deepEqual((await browser.call('GET', '/api/settings')).json(), { webhookUrl: null });
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

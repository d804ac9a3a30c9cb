import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('assets from addresses', () => {
  let service: TestService;
  let files: Server;
  let base: string;
  let visits = 0;
  before(async () => {
    files = createServer((request, response) => {
      visits += 1;
      if (request.url === '/moved') response.writeHead(302, { location: '/tone.wav' });
      else if (request.url === '/gone') response.statusCode = 404;
      response.end(request.url === '/large' ? Buffer.alloc(16 * 1024 * 1024) : sound(1));
    }).listen(0, '127.0.0.1');
    await once(files, 'listening');
    const { port } = files.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    service = await openTestService({ outboundAllow: `127.0.0.1:${port}` });
  });
  after(async () => {
    await service.close();
    files.close();
  });

  test('201: the file at the URL, under its name there', async () => {
    const { byKey } = await openCustomer(service);
    const asset = (await byKey('POST', '/api/v1/assets', { url: `${base}/my%20tone.wav` })).json();
    assert.deepEqual([asset.name, asset.kind, asset.bytes], ['my tone.wav', 'audio', sound(1).length]);
    assert.ok((await byKey('GET', asset.file)).rawPayload.equals(sound(1)));
    const named = await byKey('POST', '/api/v1/assets', { url: `${base}/my%20tone.wav`, name: 'Ours' });
    assert.equal(named.json().name, 'Ours');
  });

  test('400: private, loopback and metadata hosts, other protocols, and invalid URLs', async () => {
    const { byKey } = await openCustomer(service);
    for (const url of [
      'http://127.0.0.1:1/a.wav',
      'http://localhost/a.wav',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/a.wav',
      'http://10.0.0.1/a.wav',
      'file:///etc/passwd',
      'not an address',
    ])
      assertError(await byKey('POST', '/api/v1/assets', { url }), 400, 'url_not_allowed');
  });

  test('400: a redirect, an address that has nothing, and more than the plan allows', async () => {
    const { byKey } = await openCustomer(service);
    const add = (path: string) => byKey('POST', '/api/v1/assets', { url: base + path });
    assertError(await add('/moved'), 400, 'outbound_redirect');
    assertError(await add('/gone'), 400, 'media_url_failed');
    assertError(await add('/large'), 400, 'outbound_too_large');
    assertError(await byKey('POST', '/api/v1/assets', { url: 'http://nowhere.invalid/' }), 400);
    assert.deepEqual((await byKey('GET', '/api/v1/assets')).json().assets, []);
  });

  test('Idempotency-Key: the address is visited once', async () => {
    const { byKey } = await openCustomer(service);
    const before = visits;
    const body = { url: `${base}/my%20tone.wav` };
    const add = () => byKey('POST', '/api/v1/assets', body, { 'idempotency-key': 'once' });
    assert.equal((await add()).body, (await add()).body);
    assert.equal(visits, before + 1);
  });
});

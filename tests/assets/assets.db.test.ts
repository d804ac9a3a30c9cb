import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { signUrl } from '../../src/http/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { clip, picture, sound } from '../support/media-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const MISSING = 'asset_019b76daa80070008000000000000000';
const DAY_MS = 24 * 3_600_000;

describe('the library of assets', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  test('201: an upload is described by its content, whatever its name', async () => {
    const customer = await openCustomer(service);
    const bytes = await clip();
    const reply = await uploadAsset(customer, bytes, { filename: 'really.mp3' });
    assert.equal(reply.statusCode, 201, reply.body);
    const { id, file_url, ...record } = reply.json();
    assert.match(id, /^asset_[0-9a-f]{32}$/);
    assert.equal(reply.headers.location, `/api/v1/assets/${id}`);
    assert.deepEqual(record, {
      name: 'really.mp3',
      kind: 'video',
      content_type: 'video/mp4',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      duration_seconds: 1,
      width: 16,
      height: 16,
      created_at: service.clock.now().toISOString(),
      file: `/api/v1/assets/${id}/file`,
    });
    assert.deepEqual((await customer.byKey('GET', `/api/v1/assets/${id}`)).json(), {
      id,
      file_url,
      ...record,
    });
  });

  test('sound has a length and no size, a picture a size and no length', async () => {
    const customer = await openCustomer(service);
    const audio = (await uploadAsset(customer, sound(2), { name: 'Tone' })).json();
    assert.deepEqual(
      [audio.name, audio.kind, audio.content_type, audio.duration_seconds, 'width' in audio],
      ['Tone', 'audio', 'audio/wav', 2, false],
    );
    const image = (await uploadAsset(customer, await picture())).json();
    assert.deepEqual(
      [image.kind, image.content_type, image.width, image.height, 'duration_seconds' in image],
      ['image', 'image/png', 16, 16, false],
    );
  });

  test('200 and 206: the file is returned as it was sent, complete and in ranges', async () => {
    const customer = await openCustomer(service);
    const bytes = sound(1);
    const { file } = (await uploadAsset(customer, bytes, { name: 'Läuten "1"' })).json();
    const whole = await customer.byKey('GET', file);
    assert.ok(whole.rawPayload.equals(bytes));
    assert.equal(whole.headers['content-type'], 'audio/wav');
    assert.equal(whole.headers['x-content-type-options'], 'nosniff');
    assert.equal(
      whole.headers['content-disposition'],
      `inline; filename="L_uten _1_.wav"; filename*=UTF-8''L%C3%A4uten%20%221%22.wav`,
    );
    const part = await customer.byKey('GET', file, undefined, { range: 'bytes=4-7' });
    assert.equal(part.statusCode, 206);
    assert.equal(part.headers['content-range'], `bytes 4-7/${bytes.length}`);
    assert.ok(part.rawPayload.equals(bytes.subarray(4, 8)));
    const beyond = await customer.byKey('GET', file, undefined, { range: `bytes=${bytes.length}-` });
    assertError(beyond, 416, 'range_not_satisfiable');
  });

  test('file_url opens the file without a key for 7 days, sandboxed and with its detected type', async () => {
    const customer = await openCustomer(service);
    const bytes = sound(1);
    const { file_url } = (await uploadAsset(customer, bytes)).json();
    const { origin, pathname, search } = new URL(file_url);
    assert.equal(origin, service.config.publicUrl);
    const get = () => stranger(service)('GET', pathname + search);
    const reply = await get();
    assert.ok(reply.rawPayload.equals(bytes));
    assert.equal(reply.headers['content-security-policy'], "sandbox; default-src 'none'");
    assert.equal(reply.headers['x-content-type-options'], 'nosniff');
    assert.equal(reply.headers['content-type'], 'audio/wav');
    service.clock.advanceMs(7 * DAY_MS);
    assertError(await get(), 401, 'link_expired');
  });

  test('a signed URL opens the file of one asset without a key until it expires', async () => {
    const owner = await openCustomer(service);
    const other = await openCustomer(service);
    const bytes = sound(1);
    const { file } = (await uploadAsset(owner, bytes)).json();
    const expiresAt = new Date(service.clock.now().getTime() + DAY_MS);
    const linkFor = (accountId: string) =>
      signUrl(service.secrets.sessionSecret, { path: file, accountId, expiresAt });
    const get = (url: string) => stranger(service)('GET', url);
    assert.ok((await get(linkFor(owner.accountId))).rawPayload.equals(bytes));
    assertError(await get(linkFor(other.accountId)), 404, 'asset_not_found');
    assertError(await get(linkFor(owner.accountId).replace('signature=', 'signature=A')), 401);
    assertError(await get(file), 401, 'unauthorized');
    service.clock.advanceMs(DAY_MS);
    assertError(await get(linkFor(owner.accountId)), 401, 'link_expired');
  });

  test('lists in pages, newest first, without duplicates, and by kind', async () => {
    const customer = await openCustomer(service);
    const ids: string[] = [];
    for (const bytes of [sound(1, 1), sound(1, 2), await picture(), sound(1, 3), sound(1, 3)]) {
      service.clock.advanceMs(1_000);
      ids.unshift((await uploadAsset(customer, bytes)).json().id);
    }
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const page = (await customer.byKey('GET', `/api/v1/assets?limit=2${cursor}`)).json();
      seen.push(...page.assets.map((one: { id: string }) => one.id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(seen, ids);
    const images = (await customer.byKey('GET', '/api/v1/assets?kind=image')).json();
    assert.deepEqual([images.assets.length, images.assets[0].id], [1, ids[2]]);
    assertError(await customer.byKey('GET', '/api/v1/assets?kind=text'), 400, 'invalid_request');
    assertError(await customer.byKey('GET', '/api/v1/assets?cursor=x'), 400, 'invalid_cursor');
  });

  test('a rename changes the name and nothing else', async () => {
    const customer = await openCustomer(service);
    const asset = (await uploadAsset(customer, sound(1))).json();
    const rename = (body: object) => customer.byKey('PATCH', `/api/v1/assets/${asset.id}`, body);
    assert.deepEqual((await rename({ name: ' New  name ' })).json(), { ...asset, name: 'New name' });
    for (const body of [{}, { name: '' }, { name: ' ' }, { name: 'x'.repeat(201) }, { name: 1 }])
      assertError(await rename(body), 400);
  });

  test('404: an asset of another account, an unknown id, and an invalid id', async () => {
    const owner = await openCustomer(service);
    const other = await openCustomer(service);
    const { id } = (await uploadAsset(owner, sound(1))).json();
    for (const one of [id, MISSING, 'x', id.toUpperCase()]) {
      const url = `/api/v1/assets/${one}`;
      for (const [method, path, body] of [
        ['GET', url],
        ['GET', `${url}/file`],
        ['PATCH', url, { name: 'mine now' }],
        ['DELETE', url],
      ] as const)
        assertError(await other.byKey(method, path, body), 404, 'asset_not_found');
    }
    assert.deepEqual((await other.byKey('GET', '/api/v1/assets')).json().assets, []);
    assert.equal((await owner.byKey('GET', `/api/v1/assets/${id}/file`)).statusCode, 200);
  });

  test('401: a session is not enough; the routes of assets take keys', async () => {
    const { bySession } = await openCustomer(service);
    assertError(await bySession('GET', '/api/v1/assets'), 401, 'unauthorized');
    assertError(await bySession('GET', `/api/v1/assets/${MISSING}/file`), 401, 'unauthorized');
  });

  test('400: size and length are capped by the plan', async () => {
    const customer = await openCustomer(service);
    const long = sound(181);
    assertError(await uploadAsset(customer, long), 400, 'media_too_long');
    const large = Buffer.concat([sound(1), Buffer.alloc(15 * 1024 * 1024)]);
    assertError(await uploadAsset(customer, large), 400, 'upload_too_large');
    await admin.setPlan(customer, 'starter');
    assert.equal((await uploadAsset(customer, long)).statusCode, 201);
  });

  test('400: no file, an empty one, and a file that is not media', async () => {
    const customer = await openCustomer(service);
    assertError(await uploadAsset(customer, Buffer.alloc(0)), 400, 'empty_file');
    assertError(await uploadAsset(customer, Buffer.from('no media at all')), 400, 'unreadable_media');
    assertError(await uploadAsset(customer, sound(1), { name: ' ' }), 400, 'invalid_name');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const empty = await customer.byKey('POST', '/api/v1/assets', Buffer.from('--x--\r\n'), type);
    assertError(empty, 400, 'file_required');
    assertError(await customer.byKey('POST', '/api/v1/assets', {}), 400, 'invalid_request');
    const bodyless = stranger(service, { authorization: `Bearer ${customer.apiKey}` });
    assertError(await bodyless('POST', '/api/v1/assets'), 400, 'file_required');
  });

  test('Idempotency-Key: repeated requests create one asset; 422 with another file', async () => {
    const customer = await openCustomer(service);
    const headers = { 'idempotency-key': 'once' };
    const first = await uploadAsset(customer, sound(1), { headers });
    const second = await uploadAsset(customer, sound(1), { headers });
    assert.equal(second.body, first.body);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.equal(second.headers.location, first.headers.location);
    assertError(await uploadAsset(customer, sound(2), { headers }), 422, 'idempotency_key_reused');
    assert.equal((await customer.byKey('GET', '/api/v1/assets')).json().assets.length, 1);
  });
});

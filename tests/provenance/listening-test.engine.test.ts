import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { readStereoWav } from '../../engines/codec/index.ts';
import { createWatermarkEngine, markSettings } from '../../engines/watermark/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/admin/listening-test';
const SIDES = ['plain', 'marked'];

describe('the sounds of the listening test', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  const soundOf = async (sample: string, side: string) => {
    const reply = await admin.call('GET', `${PATH}/${sample}/${side}`);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.headers['cache-control'], 'no-store');
    return reply.rawPayload;
  };
  const isFound = async (file: Buffer) => {
    const { channels, sampleRate } = readStereoWav(file);
    return (await service.watermark.detect(channels.slice(0, 1), { sampleRate })).found;
  };

  test('are the same twice, and the mark is in one of each pair', async () => {
    const { mark, samples } = (await admin.call('GET', PATH)).json();
    assert.equal(mark, markSettings().version);
    // One of each kind: they are made and marked alike.
    for (const id of ['speech-quiet', 'piano', 'rain']) {
      assert.ok(samples.some((sample: { id: string }) => sample.id === id));
      const [plain, marked] = await Promise.all(SIDES.map((side) => soundOf(id, side)));
      assert.ok(plain && marked);
      assert.equal(plain.length, marked.length, `${id}: nothing but the samples tells them apart`);
      assert.deepEqual([await isFound(plain), await isFound(marked)], [false, true], id);
    }
  });

  test('are for administrators alone: nobody else gets a sound without a mark', async () => {
    const customer = await openCustomer(service);
    for (const path of ['', ...SIDES.map((side) => `/piano/${side}`)]) {
      assertError(await stranger(service)('GET', PATH + path), 401);
      assertError(await customer.bySession('GET', PATH + path), 403, 'admin_only');
      for (const byKey of [customer.byKey, admin.byKey])
        assert.ok([401, 403].includes((await byKey('GET', PATH + path)).statusCode));
      const signed = stranger(service, { 'x-worker-secret': service.secrets.workerSecret });
      assert.ok([401, 403].includes((await signed('GET', PATH + path)).statusCode));
    }
  });

  test('are a few fixed ones, and no path leads to another file', async () => {
    const names = ['nothing', '..%2Fwatermark%2Fembedder', 'piano.wav', '%2Fetc%2Fpasswd', 'README'];
    for (const name of names)
      assertError(await admin.call('GET', `${PATH}/${name}/plain`), 400, 'invalid_request');
    const { samples } = (await admin.call('GET', PATH)).json<{ samples: { id: string }[] }>();
    const files = await readdir(new URL('../../assets/listening/', import.meta.url));
    const listed = samples.map(({ id }) => `${id}.wav`);
    assert.deepEqual(listed.sort(), files.filter((name) => name.endsWith('.wav')).sort());
    // What is given out unmarked changes only with this line.
    const hashes = createHash('sha256');
    for (const name of listed) hashes.update(await soundOf(name.replace('.wav', ''), 'plain'));
    assert.equal(hashes.digest('hex').slice(0, 16), '8fe335bd4f1ca2a1');
  });

  test('cannot be compared where nothing is marked', async (t) => {
    const watermark = createWatermarkEngine({ marks: markSettings({ isOn: false }), log: silentLog });
    const off = await openTestService({ engines: { watermark } });
    t.after(() => Promise.all([off.close(), watermark.close()]));
    const operator = await openAdmin(off);
    assert.equal((await operator.call('GET', PATH)).json().mark, null);
    assertError(await operator.call('GET', `${PATH}/piano/marked`), 409, 'mark_is_off');
  });
});

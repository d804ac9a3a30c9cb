import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, test } from 'node:test';
import { encodeWav } from '../../engines/codec/index.ts';
import { joinSamples, resampled } from '../../engines/dsp/index.ts';
import { createManifestEngine, type ManifestEngine, signBytes } from '../../engines/manifests/index.ts';
import { AI_MADE, testContent, testSigner } from '../../engines/manifests/testing/test-signer.ts';
import { LINES, recorded } from '../../engines/transcription/testing/recordings.ts';
import { silentLog } from '../../src/platform/log.ts';
import { recordSound } from '../../src/work/provenance/testing.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer, stranger } from '../support/customer.ts';
import { clip, picture, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const PATH = '/api/v1/provenance/check';
const RATE = 24_000;
const MINUTE_MS = 60_000;

describe('POST /api/v1/provenance/check', () => {
  let service: TestService;
  let open: TestService;
  let customer: Customer;
  let speech: Float32Array;
  let plain: Buffer;
  let marked: Buffer;
  let web: Server;
  let manifests: ManifestEngine;
  before(async () => {
    const lines = await Promise.all(LINES.map((line) => recorded(line)));
    speech = resampled(joinSamples(lines), 16_000, RATE);
    plain = encodeWav([speech], RATE);
    web = createServer((_request, response) => response.end(marked));
    await once(web.listen(0, '127.0.0.1'), 'listening');
    const place = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    manifests = createManifestEngine({ log: silentLog });
    const engines = { manifests };
    service = await openTestService({ outboundAllow: place, engines });
    open = await openTestService({ settings: { PROVENANCE_CHECK: 'public' }, engines });
    marked = encodeWav([await service.watermark.mark(speech, {})], RATE);
    customer = await openCustomer(service);
  });
  beforeEach(async () => {
    // Every test has its minute.
    service.clock.advanceMs(MINUTE_MS);
    await forgetRateLimits(service.db);
  });
  after(async () => {
    web.close();
    await Promise.all([service.close(), open.close()]);
    await manifests.close();
  });

  const check = (file: Buffer, by: Pick<Customer, 'byKey'> = customer) => postForm(by, PATH, { file });

  test('finds the mark in a file and at a URL, and not in a recording of somebody', async () => {
    const found = await check(marked);
    assert.equal(found.statusCode, 200, found.body);
    const { watermark, manifest, ...rest } = found.json();
    assert.deepEqual([rest.marked, watermark.found, watermark.installation], [true, true, null]);
    assert.ok(watermark.share > 0.8 && watermark.confidence > 0.99);
    assert.ok(watermark.windows.length > 0 && watermark.windows[0].probability > 0.5);
    assert.deepEqual([manifest.state, manifest.trusted], ['absent', false]);
    assert.match(rest.note, /does not mean that no machine/);

    const { port } = web.address() as AddressInfo;
    const fetched = await customer.byKey('POST', PATH, { url: `http://127.0.0.1:${port}/a.wav` });
    assert.deepEqual(fetched.json(), found.json());

    const other = (await check(plain)).json();
    assert.deepEqual([other.marked, other.watermark.found, other.watermark.share], [false, false, 0]);
  });

  test('says what a manifest says, and that it does not hold once the file was changed', async () => {
    const { bytes } = await signBytes(plain, 'audio/wav', testContent(), testSigner());
    const signed = (await check(bytes)).json();
    const { state, trusted, issuer, actions } = signed.manifest;
    assert.deepEqual([signed.marked, state, trusted, issuer], [true, 'valid', false, 'Test']);
    assert.equal(actions[0].digital_source_type, AI_MADE);
    const changed = Buffer.from(bytes);
    changed.writeInt16LE(changed.readInt16LE(20_000) ^ 1, 20_000);
    const broken = (await check(changed)).json();
    assert.deepEqual([broken.marked, broken.manifest.state], [false, 'invalid']);
    assert.ok(broken.manifest.problems.length > 0);
  });

  test('knows what this service has delivered', async () => {
    const made = await customer.speak({ format: 'wav' });
    const { watermark, manifest } = (await check(made.rawPayload)).json();
    assert.deepEqual([watermark.installation, manifest.state], ['this', 'valid']);
  });

  test('recognises five seconds of what it delivered by their sound, and tells only the owner which', async () => {
    const made = await service.watermark.mark(joinSamples([speech, speech]), {});
    await recordSound(service.db, { accountId: customer.accountId, sound: made, sampleRate: RATE });
    const part = made.subarray(RATE, 7 * RATE);
    const telephone = resampled(resampled(part, RATE, 8_000), 8_000, RATE).map((x) => x / 3);
    const file = encodeWav([telephone], RATE);
    const own = (await check(file)).json();
    assert.deepEqual([own.watermark.installation, own.manifest.state], ['this', 'absent']);
    assert.deepEqual(
      own.records.map((one: { found_by: string }) => one.found_by),
      ['sound'],
    );
    const others = (await check(file, await openCustomer(service))).json();
    assert.deepEqual([others.watermark.installation, others.records], ['this', []]);
  });

  test('is free, and keeps nothing of the file', async () => {
    const { used } = (await customer.figures()).credits;
    assert.equal((await check(marked)).statusCode, 200);
    assert.equal((await customer.figures()).credits.used, used);
    const kept: string[] = [];
    for await (const key of service.storage.list('media/')) kept.push(key);
    assert.deepEqual(kept, []);
  });

  test('a picture and a film without sound have no watermark', async () => {
    for (const file of [await picture(), await clip()]) {
      const reply = await check(file);
      assert.equal(reply.statusCode, 200, reply.body);
      assert.deepEqual(reply.json().watermark.windows, []);
    }
  });

  test('refuses what is no media, what is too long for the plan, and a request without a file', async () => {
    assertError(await check(Buffer.from('hello')), 400, 'unreadable_media');
    assertError(await check(sound(181)), 400, 'media_too_long');
    assertError(await customer.byKey('POST', PATH, {}), 400);
    assertError(await customer.byKey('POST', PATH, { url: 'http://169.254.169.254/' }), 400);
  });

  test('needs a key unless the operator lets everybody ask, and an address may ask 20 times a minute', async () => {
    assertError(await postForm({ byKey: stranger(service) }, PATH, { file: marked }), 401);
    const anybody = { byKey: stranger(open) };
    const asked = await Promise.all([1, 2].map(() => check(marked, anybody)));
    assert.ok(asked.every((reply) => reply.json().marked));
    for (let i = 2; i < 20; i += 1) await anybody.byKey('POST', PATH, { url: 'http://127.0.0.1:1/' });
    assertError(await check(marked, anybody), 429);
    open.clock.advanceMs(MINUTE_MS);
    assert.equal((await check(marked, anybody)).statusCode, 200);
  });
});

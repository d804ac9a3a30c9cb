import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { engineProcess } from '../support/engine-process.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { samplesOf } from '../support/unsigned-wav.ts';

const KNOCKS = { prompt: 'three knocks on a wooden door', seed: 7, seconds: 1 };
const CREDITS = 20;

describe('sound effects, as specified', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    customer = await openCustomer(service);
  });
  after(() => service.close());

  const make = (body: object, headers?: Record<string, string>, by = customer) =>
    by.byKey('POST', '/api/v1/sfx', body, headers);
  const used = async (by = customer): Promise<number> => (await by.figures()).credits.used;

  test('200 audio/wav, one clip for 20 credits, with a key or a session', async () => {
    const before = await used();
    const reply = await make(KNOCKS);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal(reply.headers['content-type'], 'audio/wav');
    const wav = reply.rawPayload;
    const facts = [wav.readUInt16LE(22), wav.readUInt32LE(24), samplesOf(wav).length];
    assert.deepEqual(facts, [2, 44_100, 4 * 44_100]);
    assert.equal((await used()) - before, CREDITS);
    const again = await customer.bySession('POST', '/api/v1/sfx', KNOCKS);
    assert.ok(again.rawPayload.equals(wav), 'the same seed gives the same bytes');
    assert.deepEqual([reply.headers['x-cache'], again.headers['x-cache']], ['miss', 'hit']);
    assert.equal((await used()) - before, 2 * CREDITS);
  });

  test('headers say what was made and understood', async () => {
    const { headers } = await make({ ...KNOCKS, prompt: 'three purple knocks at the door', seconds: 0.5 });
    assert.deepEqual(
      ['x-model', 'x-seed', 'x-sfx-kinds', 'x-sfx-match', 'x-sfx-ignored', 'x-duration-seconds'].map(
        (name) => headers[name],
      ),
      ['vox-effects-1', '7', 'knock', 'exact', 'purple', '0.500'],
    );
    const nearest = await make({ prompt: 'zen', seconds: 0.5 });
    assert.deepEqual(
      [nearest.headers['x-sfx-kinds'], nearest.headers['x-sfx-match'], nearest.headers['x-sfx-confidence']],
      ['gong', 'nearest', '0.5'],
    );
  });

  test('mp3, flac and ogg; a loop of what goes on', async () => {
    for (const [format, type] of [
      ['mp3', 'audio/mpeg'],
      ['flac', 'audio/flac'],
      ['ogg', 'audio/ogg'],
    ]) {
      const reply = await make({ prompt: 'rain', seconds: 0.5, seed: 1, format, loop: true });
      assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, type]);
    }
  });

  test('400 and no charge: nothing near, no loop possible, fields out of range', async () => {
    const before = await used();
    const unknown = await make({ prompt: 'quantum banana' });
    assertError(unknown, 400, 'unknown_sound');
    assert.match(unknown.json().error, /rain/u);
    assert.match(unknown.json().detail[0].message, /door slam/u);
    assertError(await make({ prompt: 'gunshot', loop: true }), 400, 'not_loopable');
    for (const wrong of [
      {},
      { prompt: '' },
      { prompt: 'x'.repeat(501) },
      { prompt: 'rain', seconds: 0.4 },
      { prompt: 'rain', seconds: 11 },
      { prompt: 'rain', seed: -1 },
      { prompt: 'rain', format: 'aiff' },
    ])
      assert.equal((await make(wrong)).statusCode, 400, JSON.stringify(wrong));
    assert.equal(await used(), before);
  });

  test('401 without a key, 402 with an empty pool and wallet', async () => {
    assertError(await stranger(service)('POST', '/api/v1/sfx', KNOCKS), 401, 'unauthorized');
    const poor = await openCustomer(service);
    await admin.leave(poor, CREDITS - 1);
    assert.equal((await make(KNOCKS, {}, poor)).statusCode, 402);
    await admin.leave(poor, CREDITS);
    assert.equal((await make(KNOCKS, {}, poor)).statusCode, 200);
  });

  test('an Idempotency-Key charges once and replays the same bytes', async () => {
    const before = await used();
    const key = { 'idempotency-key': 'one effect' };
    const first = await make({ prompt: 'dog barking' }, key);
    const replay = await make({ prompt: 'dog barking' }, key);
    assert.equal(replay.headers['idempotent-replayed'], 'true');
    assert.ok(first.rawPayload.equals(replay.rawPayload));
    assert.equal((await used()) - before, CREDITS);
  });

  test('the clip is in the history, without a voice or captions', async () => {
    const { headers, rawPayload } = await make(KNOCKS);
    const id = headers['x-history-id'];
    const entry = (await customer.byKey('GET', `/api/v1/history/${id}`)).json();
    assert.deepEqual(
      [entry.kind, entry.text_excerpt, entry.voice_id, entry.credits, entry.duration_seconds],
      ['sfx', KNOCKS.prompt, null, CREDITS, 1],
    );
    const audio = await customer.byKey('GET', `/api/v1/history/${id}/audio`);
    assert.ok(audio.rawPayload.equals(rawPayload));
    assert.equal((await customer.byKey('GET', `/api/v1/tts/${id}.srt`)).statusCode, 404, 'has no captions');
  });

  test('GET /api/v1/sfx lists kinds with previews, without a key', async () => {
    const anybody = stranger(service);
    const catalog = (await anybody('GET', '/api/v1/sfx')).json();
    assert.ok(catalog.kinds.length >= 100);
    assert.equal(catalog.credits_per_clip, CREDITS);
    const { preview_url } = catalog.kinds.find(({ name }: { name: string }) => name === 'finger snap');
    for (let time = 0; time < 2; time += 1) {
      const preview = await anybody('GET', new URL(preview_url).pathname);
      assert.deepEqual([preview.statusCode, preview.headers['content-type']], [200, 'audio/wav']);
    }
    assertError(await anybody('GET', '/api/v1/sfx/nothing/preview'), 404, 'kind_not_found');
  });

  test('502 and the credits back when the engine is killed while it works', async () => {
    const before = await used();
    const reply = make({ prompt: 'thunderstorm and ocean and crowd and blizzard', seconds: 10 });
    await until(() => service.effects.figures().busy === 1);
    process.kill(engineProcess('sound-effects'), 'SIGKILL');
    assertError(await reply, 502, 'engine_unavailable');
    assert.equal(await used(), before);
    assert.equal((await make(KNOCKS)).statusCode, 200, 'the next call has a new process');
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

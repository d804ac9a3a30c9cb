import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { EngineFailed } from '../../src/platform/process-pool/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { disconnectBeforeResponse } from '../support/leave-early.ts';
import { openStream } from '../support/stream-speech.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { samplesOf } from '../support/unsigned-wav.ts';

const SENTENCES = ['One two three.', 'Four five six.', 'Seven eight nine.'];
const TEXT = SENTENCES.join(' ');
const REQUEST = { text: TEXT, voice_id: 'af_heart', format: 'wav' };
/** Ends with the last word of the first sentence: engines do not time the full stop. */
const FIRST = 'One two three'.length;
const HEADER_BYTES = 44;

describe('POST /api/v1/tts/stream', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  afterEach(() => {
    service.speech.behaviour = 'speak';
    service.speech.beforeChunk = null;
    service.speech.chunkSamples = 2_400;
  });
  after(() => service.close());

  const used = async (customer: Customer) => (await customer.figures()).credits.used;
  const untilUsed = (customer: Customer, credits: number) =>
    until(
      () => used(customer),
      (sum) => sum === credits,
    );
  /** Holds the engine from this chunk on. */
  function holdFrom(index: number) {
    const gate = Promise.withResolvers<void>();
    service.speech.beforeChunk = (at) => (at >= index ? gate.promise : Promise.resolve());
    return () => gate.resolve();
  }

  test('200: chunked audio in every format, fully charged, with the headers of the plain route', async () => {
    const types = {
      opus: 'audio/opus',
      aac: 'audio/aac',
      wav: 'audio/wav',
      mp3: 'audio/mpeg',
      flac: 'audio/flac',
      pcm: 'audio/pcm',
    };
    for (const [format, type] of Object.entries(types)) {
      const customer = await openCustomer(service);
      const stream = await openStream(service, customer.apiKey, { ...REQUEST, format });
      const { response } = stream;
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), type);
      assert.equal(response.headers.get('transfer-encoding'), 'chunked');
      assert.equal(response.headers.get('x-characters'), String(TEXT.length));
      assert.equal(response.headers.get('x-model'), 'kokoro-82m');
      assert.equal(response.headers.get('x-cache'), 'miss');
      assert.ok((await stream.rest()).length > 500, format);
      assert.equal(await used(customer), TEXT.length);
    }
  });

  test('the joined chunks equal the sound of the plain route, whose file also has a manifest', async () => {
    const customer = await openCustomer(service);
    const stream = await openStream(service, customer.apiKey, REQUEST);
    const streamed = await stream.rest();
    const whole = (await customer.speak({ text: TEXT })).rawPayload;
    assert.ok(streamed.subarray(HEADER_BYTES).equals(samplesOf(whole)));
    assert.equal(streamed.readUInt32LE(40), 0xffff_ffff);
    assert.equal(whole.toString('latin1', streamed.length, streamed.length + 4), 'C2PA');
  });

  test('the first clause is sent before the second is synthesized', async () => {
    const customer = await openCustomer(service);
    for (const format of ['wav', 'opus', 'mp3', 'aac']) {
      service.speech.chunkSamples = 24_000;
      const release = holdFrom(1);
      const stream = await openStream(service, customer.apiKey, {
        ...REQUEST,
        format,
        text: `${TEXT} ${format}`,
      });
      let bytes = 0;
      while (bytes < 1_000) bytes += (await stream.next())?.length ?? 0;
      release();
      await stream.rest();
    }
  });

  test('400, 401, 402 and 404 are sent as JSON before the first byte and cost nothing', async () => {
    const customer = await openCustomer(service);
    const send = (change: object, headers?: Record<string, string>) =>
      customer.byKey('POST', '/api/v1/tts/stream', { ...REQUEST, ...change }, headers);
    const { calls } = service.speech;
    assertError(await send({ text: '' }), 400, 'text_required');
    assertError(await send({ format: 'midi' }), 400, 'invalid_request');
    assertError(await send({ voice_id: undefined }), 400, 'invalid_request');
    assertError(await send({}, { authorization: 'Bearer sk_live_no' }), 401, 'unauthorized');
    assertError(await send({ voice_id: 'nobody' }), 404, 'voice_not_found');
    await admin.leave(customer, TEXT.length - 1);
    assertError(await send({}), 402, 'quota_exhausted');
    assert.equal(service.speech.calls, calls);
    assert.equal((await customer.figures()).credits.remaining, TEXT.length - 1);
  });

  test('an engine failure before the first audio is a 502, and everything is released', async () => {
    const customer = await openCustomer(service);
    for (const format of ['wav', 'opus', 'mp3']) {
      service.speech.beforeChunk = () => Promise.reject(new EngineFailed({ cause: 'test' }));
      const reply = await customer.byKey('POST', '/api/v1/tts/stream', { ...REQUEST, format });
      assertError(reply, 502, 'engine_unavailable');
      assert.equal(await used(customer), 0);
    }
  });

  test('an engine failure midway ends the stream abruptly and charges what was synthesized', async () => {
    const customer = await openCustomer(service);
    service.speech.beforeChunk = async (index) => {
      if (index > 0) throw new EngineFailed({ cause: 'test' });
    };
    const stream = await openStream(service, customer.apiKey, REQUEST);
    assert.equal(stream.response.status, 200);
    await assert.rejects(stream.rest());
    await untilUsed(customer, FIRST);
  });

  test('a client that disconnects midway stops the engine within a second and pays for what was synthesized', async () => {
    for (const format of ['wav', 'mp3']) {
      const customer = await openCustomer(service);
      holdFrom(1);
      const stream = await openStream(service, customer.apiKey, { ...REQUEST, format });
      await stream.next();
      assert.equal(await used(customer), TEXT.length);
      stream.leave();
      await until(() => service.speech.running === 0);
      await untilUsed(customer, FIRST);
      const { generations } = (await customer.byKey('GET', '/api/v1/history')).json();
      assert.equal(generations[0].credits, FIRST);
      assert.equal(generations[0].audio_url, null);
    }
  });

  test('a client that disconnects before the first byte pays nothing', async () => {
    const customer = await openCustomer(service);
    holdFrom(0);
    const { calls } = service.speech;
    const started = () => until(() => service.speech.calls > calls);
    await disconnectBeforeResponse(service, customer.apiKey, started, '/api/v1/tts/stream');
    await until(() => service.speech.running === 0);
    await untilUsed(customer, 0);
  });

  test('a reader that pauses holds up the engine, and can continue later', async () => {
    const customer = await openCustomer(service);
    service.speech.chunkSamples = 48_000;
    let spoken = 0;
    service.speech.beforeChunk = async () => {
      spoken += 1;
    };
    const text = 'So. '.repeat(300).trim();
    const stream = await openStream(service, customer.apiKey, { ...REQUEST, text });
    await untilSteady(() => spoken);
    assert.ok(spoken < 250, `${spoken} chunks of 96 kB were spoken for nobody`);
    const bytes = await stream.rest();
    assert.equal(bytes.length, HEADER_BYTES + 300 * 2 * 48_000);
    assert.equal(await used(customer), text.length);
  });

  test('repeated text is served from the cache, in streams too, and costs the same', async () => {
    const customer = await openCustomer(service);
    const first = await (await openStream(service, customer.apiKey, REQUEST)).rest();
    const { calls } = service.speech;
    const again = await openStream(service, customer.apiKey, REQUEST);
    assert.equal(again.response.headers.get('x-cache'), 'hit');
    assert.ok((await again.rest()).equals(first));
    const whole = await customer.speak({ text: TEXT, format: 'pcm' });
    assert.equal(whole.headers['x-cache'], 'hit');
    assert.ok(whole.rawPayload.equals(first.subarray(HEADER_BYTES)));
    assert.equal(service.speech.calls, calls);
    assert.equal(await used(customer), 3 * TEXT.length);
    const other = await customer.speak({ text: TEXT, speed: 1.1 });
    assert.equal(other.headers['x-cache'], 'miss');
    const stranger = await (await openCustomer(service)).speak({ text: TEXT });
    assert.equal(stranger.headers['x-cache'], 'miss');
  });

  test('with an Idempotency-Key the same call is charged once and gives the same bytes', async () => {
    const customer = await openCustomer(service);
    const send = () =>
      customer.byKey(
        'POST',
        '/api/v1/tts/stream',
        { ...REQUEST, format: 'opus' },
        { 'idempotency-key': 'k' },
      );
    const first = await send();
    const second = await send();
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.ok(second.rawPayload.equals(first.rawPayload));
    assert.equal(await used(customer), TEXT.length);
  });

  test('after all of it the ledger balances and no charge is open', async () => {
    const { rows } = await sql<{ status: string }>`
      SELECT DISTINCT status FROM charges WHERE status = 'reserved'
    `.execute(service.db);
    assert.deepEqual(rows, []);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

/** Waits until a count stays the same while the event loop does all that it can. */
async function untilSteady(read: () => number): Promise<void> {
  for (let turns = 0, last = -1; turns < 200; turns += 1) {
    if (read() !== last) turns = 0;
    last = read();
    await nextTurn();
  }
}

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { readZip } from '../support/read-zip.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { samplesOf } from '../support/unsigned-wav.ts';

const BED = { prompt: 'calm lo-fi with piano, no drums', seconds: 10 };
const BED_CREDITS = 80;

describe('music, as specified', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
  });
  afterEach(async () => {
    service.music.behaviour = 'play';
    await forgetRateLimits(service.db);
  });
  after(() => service.close());

  const make = (change: object = {}, headers?: Record<string, string>, by = customer) =>
    by.byKey('POST', '/api/v1/music', { ...BED, ...change }, headers);
  const usedBy = async (by: Customer) => (await by.figures()).credits.used;

  test('a prompt gives a stereo WAV of the asked length for 8 credits a second', async () => {
    const buyer = await openCustomer(service);
    const made = await make({}, {}, buyer);
    assert.equal(made.statusCode, 200);
    assert.equal(made.headers['content-type'], 'audio/wav');
    assert.equal(made.rawPayload.readUInt16LE(22), 2);
    assert.equal(made.rawPayload.readUInt32LE(40), 10 * 8_000 * 4);
    assert.equal(await usedBy(buyer), BED_CREDITS);
    assert.deepEqual(
      ['x-music-genre', 'x-music-mood', 'x-seed', 'x-model'].map((name) => made.headers[name]),
      ['lo-fi', 'calm', '0', 'vox-composer'],
    );
    assert.deepEqual(service.music.lastPiece?.plan.without, ['drums']);
  });

  test('a session may call it too, a stranger may not', async () => {
    const made = await customer.bySession('POST', '/api/v1/music', BED, {
      'content-type': 'application/json',
    });
    assert.equal(made.statusCode, 200);
    assertError(await stranger(service)('POST', '/api/v1/music', BED), 401);
  });

  test('a length outside 2 to 20 seconds, and every other field that is wrong, is 400 and costs nothing', async () => {
    const used = await usedBy(customer);
    const wrong = [
      { seconds: 1 },
      { seconds: 21 },
      { seconds: 2.5 },
      { seconds: undefined },
      { prompt: undefined },
      { prompt: '' },
      { prompt: '   ' },
      { prompt: 'x'.repeat(1_001) },
      { seed: -1 },
      { bpm: 500 },
      { key: 'H major' },
      { format: 'aiff' },
      { model: 'musicgen' },
      { plan: { genre: 'polka' } },
      { plan: { tempo: 90 } },
      { sections: [{ seconds: 4 }, { seconds: 5 }] },
      { sections: Array(100).fill({ seconds: 0.1 }) },
      { seconds: 2, sections: Array(5).fill({ seconds: 0.4 }) },
      { sections: [{ seconds: 10, key: 'H' }] },
      { sections: [{ seconds: 10, mood: 'purple' }] },
      { sections: [{ seconds: 10, colour: 'red' }] },
      { hit_points: [9.8] },
      { hit_points: [-1] },
      { hit_points: [3, 2] },
      { hit_points: [3, 3.04] },
      { hit_points: Array.from({ length: 100 }, (_, i) => 0.09 * i) },
      { bpm: 400 },
      { bpm: 70, loop: true, seconds: 2 },
      { time_signature: '9/8' },
      { intensity: 1.1 },
    ];
    for (const change of wrong) assertError(await make(change), 400);
    assert.equal(await usedBy(customer), used);
  });

  test('without credits it is 402, before any work', async () => {
    const poor = await openCustomer(service);
    await (await openAdmin(service)).leave(poor, BED_CREDITS - 1);
    const calls = service.music.calls;
    assertError(await make({}, {}, poor), 402);
    assert.equal(service.music.calls, calls);
  });

  test('an engine that dies is 502 and gives the credits back', async () => {
    const used = await usedBy(customer);
    service.music.behaviour = 'killed';
    assertError(await make({ seed: 502 }), 502, 'engine_unavailable');
    assert.equal(await usedBy(customer), used);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('with Accept: application/json the plan is returned, and can be changed and sent back', async () => {
    const accept = { accept: 'application/json' };
    const first = await make({ prompt: 'dark cinematic, 90 bpm in F# minor, zorblax' }, accept);
    const body = first.json();
    assert.equal(body.plan.genre, 'cinematic');
    assert.equal(body.plan.key, 'F# minor');
    assert.deepEqual(body.unknown, ['zorblax']);
    assert.equal(first.headers['x-music-unknown'], 'zorblax');
    assert.equal(body.credits, BED_CREDITS);
    assert.ok(Buffer.from(body.audio, 'base64').toString('latin1').startsWith('RIFF'));
    const again = await make(
      { prompt: 'dark cinematic', plan: { ...body.plan, genre: 'house', key: 'C major' } },
      accept,
    );
    assert.deepEqual({ ...again.json().plan }, { ...body.plan, genre: 'house', key: 'C major' });
  });

  test('sections and hit points are part of the plan, which gives the same piece when it is sent back', async () => {
    const accept = { accept: 'application/json' };
    const asked = {
      prompt: 'happy corporate without piano',
      sections: [{ seconds: 3.3, name: 'intro' }, { seconds: 3.3, mood: 'sad' }, { seconds: 3.4 }],
      hit_points: [3.3, 6.6],
    };
    const first = await make(asked, accept);
    const piece = service.music.lastPiece;
    const { plan } = first.json();
    assert.deepEqual(plan.hit_points, asked.hit_points);
    assert.deepEqual(
      plan.sections.map(({ mood }: { mood: string }) => mood),
      ['happy', 'sad', 'happy'],
    );
    assert.notEqual(plan.sections[1].key, plan.key);
    assert.equal(plan.tempo, 'flexible');
    assert.deepEqual([plan.without, first.headers['x-music-without']], [['piano'], 'piano']);
    await make({ prompt: asked.prompt, plan }, accept);
    assert.deepEqual(service.music.lastPiece, piece);
  });

  test('an asked tempo is played exactly; a loop may give by 3 percent, and the header says so', async () => {
    const bpmOf = async (change: object) => (await make(change)).headers['x-music-bpm'];
    assert.equal(await bpmOf({ bpm: 97 }), '97');
    assert.equal(await bpmOf({ prompt: 'house, 126.5 bpm' }), '126.5');
    assert.equal(await bpmOf({ bpm: 97, loop: true }), '96');
    const error = (await make({ bpm: 70, loop: true, seconds: 2 })).json();
    assert.match(JSON.stringify(error), /These lengths do: 5, 6, 7 seconds/u);
  });

  test('fields of the request win over the prompt', async () => {
    await make({
      prompt: 'slow waltz in D minor',
      bpm: 150,
      key: 'G major',
      intensity: 0.9,
      loop: true,
      seed: 7,
    });
    const piece = service.music.lastPiece;
    assert.deepEqual(piece?.plan.key, { tonic: 7, mode: 'major' });
    assert.deepEqual([piece?.plan.bpm, piece?.plan.intensity, piece?.isLoop], [150, 0.9, true]);
  });

  test('the same seed and prompt give the same bytes, another seed others', async () => {
    const first = await make({ seed: 1 });
    const again = await make({ seed: 1 });
    const other = await make({ seed: 2 });
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.notDeepEqual(other.rawPayload, first.rawPayload);
  });

  test('a repeated request is served from the history of the account, for the same price', async () => {
    const buyer = await openCustomer(service);
    const cacheOf = async (change: object, by = buyer) => (await make(change, {}, by)).headers['x-cache'];
    const calls = service.music.calls;
    const first = await make({}, {}, buyer);
    const again = await make({}, {}, buyer);
    assert.deepEqual([first.headers['x-cache'], again.headers['x-cache']], ['miss', 'hit']);
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.equal(service.music.calls, calls + 1);
    assert.equal(await usedBy(buyer), 2 * BED_CREDITS);
    for (const change of [{ seed: 3 }, { seconds: 3 }, { format: 'flac' }, { stems: true }, { bpm: 99 }])
      assert.equal(await cacheOf(change), 'miss', JSON.stringify(change));
    assert.equal(await cacheOf({}, await openCustomer(service)), 'miss', 'another account');
    for (const { headers } of [first, again])
      await buyer.byKey('DELETE', `/api/v1/history/${headers['x-history-id']}`);
    assert.equal(await cacheOf({}), 'miss', 'deleted from the history');
  });

  test('every format has its type, and MIDI has the notes', async () => {
    for (const [format, type, start] of [
      ['mp3', 'audio/mpeg', ''],
      // The manifest is in a tag before it.
      ['flac', 'audio/flac', 'ID3'],
      ['ogg', 'audio/ogg', 'OggS'],
      ['midi', 'audio/midi', 'MThd'],
    ] as const) {
      const made = await make({ format, seconds: 2 });
      assert.equal(made.headers['content-type'], type);
      assert.ok(made.rawPayload.toString('latin1').startsWith(start), format);
    }
  });

  test('stems are an archive with the mix, at the same price; only lossless files can sum to it', async () => {
    const buyer = await openCustomer(service);
    const made = await make({ stems: true }, {}, buyer);
    const again = await make({ stems: true }, {}, buyer);
    assert.equal(made.headers['content-type'], 'application/zip');
    assert.deepEqual(again.rawPayload, made.rawPayload);
    const files = readZip(made.rawPayload);
    assert.deepEqual([...files.keys()], ['mix.wav', 'melody.wav', 'bass.wav']);
    assert.deepEqual(samplesOf(files.get('mix.wav') ?? assert.fail()), samplesOf((await make()).rawPayload));
    assert.equal(await usedBy(buyer), 2 * BED_CREDITS);
    const entry = await buyer.byKey('GET', `/api/v1/history/${made.headers['x-history-id']}`);
    assert.equal(entry.json().format, 'zip');
    for (const format of ['mp3', 'ogg', 'midi'])
      assertError(await make({ stems: true, format }), 400, 'stems_not_lossless');
    const json = await make({ stems: true, format: 'flac' }, { accept: 'application/json' });
    assert.equal(json.json().format, 'zip');
    assert.ok(readZip(Buffer.from(json.json().audio, 'base64')).has('mix.flac'));
  });

  test('with the history_id of speech it is as long as that, and lowered under its words', async () => {
    service.speech.chunkSamples = 30_000;
    const speak = async (sentences: number) => {
      const spoken = await customer.speak({ text: 'One two three. '.repeat(sentences) });
      return String(spoken.headers['x-history-id']);
    };
    const historyId = await speak(3);
    const used = await usedBy(customer);
    const made = await make({ seconds: undefined, history_id: historyId });
    assert.equal(made.statusCode, 200, made.body);
    assert.equal(made.headers['x-duration-seconds'], '4');
    assert.equal((await usedBy(customer)) - used, 4 * 8);
    const ducking = service.music.lastPiece?.ducking;
    assert.deepEqual([ducking?.decibels, ducking?.words.length, ducking?.words.at(-1)?.end], [10, 9, 3.75]);
    await make({ seconds: 3, history_id: historyId, duck_db: 6 });
    assert.deepEqual([service.music.lastPiece?.seconds, service.music.lastPiece?.ducking?.decibels], [3, 6]);

    const other = await openCustomer(service);
    assertError(await make({ history_id: historyId }, {}, other), 404, 'generation_not_found');
    assertError(await make({ history_id: 'nothing' }), 404, 'generation_not_found');
    assertError(await make({ history_id: made.headers['x-history-id'] }), 400, 'no_word_times');
    assertError(await make({ history_id: historyId, loop: true }), 400, 'nothing_to_duck');
    assertError(await make({ history_id: historyId, format: 'midi' }), 400, 'nothing_to_duck');
    assertError(await make({ duck_db: 6 }), 400, 'nothing_to_duck');
    assertError(await make({ seconds: undefined, history_id: await speak(17) }), 400, 'speech_too_long');
  });

  test('a repeated Idempotency-Key is charged once and answered with the same bytes', async () => {
    const buyer = await openCustomer(service);
    const key = { 'idempotency-key': 'bed-1' };
    const first = await make({}, key, buyer);
    const again = await make({}, key, buyer);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.equal(await usedBy(buyer), BED_CREDITS);
    assertError(await make({ seconds: 3 }, key, buyer), 422);
  });

  test('the piece is in the history of its account only, with its audio', async () => {
    const buyer = await openCustomer(service);
    const made = await make({}, {}, buyer);
    const id = made.headers['x-history-id'];
    const entry = (await buyer.byKey('GET', `/api/v1/history/${id}`)).json();
    assert.deepEqual(
      [entry.kind, entry.voice_id, entry.credits, entry.duration_seconds, entry.text_excerpt],
      ['music', null, BED_CREDITS, 10, BED.prompt],
    );
    const audio = await buyer.byKey('GET', `/api/v1/history/${id}/audio`);
    assert.deepEqual(audio.rawPayload, made.rawPayload);
    assertError(await customer.byKey('GET', `/api/v1/history/${id}`), 404);
  });

  test('the catalogue lists 18 genres, with their tempos, instruments and previews', async () => {
    const catalogue = (await stranger(service)('GET', '/api/v1/music')).json();
    assert.equal(catalogue.genres.length, 18);
    assert.equal(catalogue.credits_per_second, 8);
    assert.deepEqual(catalogue.limits, { min_seconds: 2, max_seconds: 20 });
    const anybody = stranger(service);
    const preview = new URL(
      catalogue.genres.find(({ name }: { name: string }) => name === 'bossa nova').preview_url,
    );
    const calls = service.music.calls;
    for (const reply of await Promise.all([1, 2, 3].map(() => anybody('GET', preview.pathname))))
      assert.deepEqual([reply.statusCode, reply.headers['content-type']], [200, 'audio/wav']);
    assert.equal((await anybody('GET', preview.pathname)).statusCode, 200);
    assert.equal(service.music.calls, calls + 1, 'made once, then kept');
    assert.equal(service.music.lastPiece?.plan.genre, 'bossa nova');
    assertError(await anybody('GET', '/api/v1/music/polka/preview'), 404, 'preview_not_found');
    const epic = catalogue.moods.find(({ name }: { name: string }) => name === 'epic');
    assert.equal((await anybody('GET', new URL(epic.preview_url).pathname)).statusCode, 200);
    assert.equal(service.music.lastPiece?.plan.mood, 'epic');
    assert.ok(catalogue.instruments.includes('grand piano'));
  });
});

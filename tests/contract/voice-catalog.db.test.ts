import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { PRESET_VOICES } from '../../engines/speech/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices, madeVoice } from '../support/voices.ts';

type Entry = { id: string; source: string; language: string; preview_url: string } & Record<string, unknown>;
type Catalog = { voices: Entry[]; designs: Entry[]; listings: Entry[]; next_cursor: string | null };

const ROUTE = '/api/v1/voices';
const SIMILAR = '/api/v1/voices/similar';

describe('the catalog of voices', () => {
  let service: TestService;
  let recordings: ReturnType<typeof createServer>;
  let place: string;
  let customer: Customer;
  let designed: string;
  before(async () => {
    recordings = createServer((request, response) => {
      response.statusCode = request.url === '/voice.wav' ? 200 : 404;
      response.end(sound(5));
    });
    await new Promise<void>((resolve) => recordings.listen(0, '127.0.0.1', resolve));
    place = `127.0.0.1:${(recordings.address() as AddressInfo).port}`;
    service = await openTestService({ outboundAllow: place });
    const admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
    designed = await design({ prompt: 'A velvety narrator for the night', name: 'Night' });
  });
  afterEach(async () => {
    service.voiceMaker.gate = Promise.resolve();
    service.voiceMaker.problems = [];
    service.speech.behaviour = 'speak';
    await forgetRateLimits(service.db);
  });
  after(async () => {
    await service.close();
    recordings.closeAllConnections();
    recordings.close();
  });

  async function design(body: object): Promise<string> {
    const reply = await customer.byKey('POST', '/api/voices/design', body);
    assert.equal(reply.statusCode, 201, reply.body);
    const { voice_id, poll } = reply.json();
    assert.equal((await madeVoice(customer, poll)).status, 'ready');
    return voice_id;
  }
  const list = async (who: Customer, query = ''): Promise<Catalog> =>
    (await who.byKey('GET', `${ROUTE}${query}`)).json();
  const ids = (entries: Entry[]) => entries.map(({ id }) => id);

  test('lists presets and the ready voices of the account, and nobody else’s', async () => {
    const { voices, designs, listings, next_cursor } = await list(customer);
    assert.equal(voices.length, PRESET_VOICES.length + 1);
    assert.deepEqual(ids(voices).slice(0, -1), ids(PRESET_VOICES as unknown as Entry[]));
    const url = `http://localhost/api/v1/voices/${designed}/preview`;
    const entry = {
      id: designed,
      name: 'Night',
      source: 'design',
      language: 'en-US',
      tags: ['american'],
      preview_url: url,
    };
    const { gender, languages, ...own } = voices.at(-1) ?? ({} as Entry);
    assert.deepEqual(own, entry);
    assert.ok(gender === 'female' || gender === 'male');
    assert.ok(Array.isArray(languages));
    const { character_errors: errors, ...first } = languages[0];
    assert.deepEqual(first, { language: 'en-US', level: 'native', estimated: true });
    assert.ok(errors > 0 && errors < 0.06);
    assert.deepEqual([ids(designs), listings, next_cursor], [[designed], [], null]);
    const other = await list(await openCustomer(service));
    assert.deepEqual([other.voices.length, other.designs], [PRESET_VOICES.length, []]);
  });

  test('a voice that is not ready is not listed', async () => {
    const release = holdVoices(service);
    const body = { prompt: 'A voice that takes its time' };
    const { voice_id, poll } = (await customer.byKey('POST', '/api/voices/design', body)).json();
    assert.ok(!ids((await list(customer)).voices).includes(voice_id));
    assertError(await customer.byKey('GET', `${ROUTE}/${voice_id}/preview`), 409, 'voice_not_ready');
    release();
    await madeVoice(customer, poll);
    assert.ok(ids((await list(customer)).voices).includes(voice_id));
  });

  test('filters by source, language and query', async () => {
    assert.ok(ids((await list(customer, '?source=design')).voices).includes(designed));
    assert.deepEqual((await list(customer, '?source=clone')).voices, []);
    assert.deepEqual((await list(customer, '?source=community')).voices, []);
    assert.deepEqual(ids((await list(customer, '?query=VELVETY')).voices), [designed]);
    assert.deepEqual(ids((await list(customer, '?query=night&source=preset')).voices), []);
    const english = await list(customer, '?language=en&source=design');
    assert.ok(ids(english.voices).includes(designed));
    const british = await list(customer, '?language=en-GB');
    assert.ok(british.voices.length === 8 && british.voices.every(({ language }) => language === 'en-GB'));
    const german = (await list(customer, '?language=de')).voices;
    assert.deepEqual(ids(german).slice(0, 2), ['de_lena', 'de_jonas']);
    for (const { languages } of german.slice(2)) {
      const spoken = (languages as { language: string; level: string }[]).find(
        ({ language }) => language === 'de',
      );
      assert.equal(spoken?.level, 'good');
    }
    for (const query of ['?source=mine', '?limit=0', '?limit=101', '?limit=x'])
      assertError(await customer.byKey('GET', `${ROUTE}${query}`), 400);
  });

  test('pages with limit and cursor give every voice once', async () => {
    const all = ids((await list(customer)).voices);
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Catalog = await list(customer, `?limit=20${cursor && `&cursor=${cursor}`}`);
      found.push(...ids(page.voices));
      cursor = page.next_cursor;
    }
    assert.deepEqual(found, all);
    for (const wrong of ['x', Buffer.from('9af_heart').toString('base64url')])
      assertError(await customer.byKey('GET', `${ROUTE}?cursor=${wrong}`), 400, 'invalid_cursor');
  });

  test('401 without a key; the catalog takes no session', async () => {
    assertError(await stranger(service)('GET', ROUTE), 401);
    assertError(await customer.bySession('GET', ROUTE), 401);
    assertError(await stranger(service)('GET', `${ROUTE}/${designed}/preview`), 401);
    assertError(await stranger(service)('POST', SIMILAR, { url: 'http://x/' }), 401);
  });

  test('the preview of an own voice is spoken once, kept, and nobody else’s to hear', async () => {
    const url = `${ROUTE}/${designed}/preview`;
    const calls = service.speech.calls;
    const used = (await customer.figures()).credits.used;
    const [first, second] = await Promise.all([customer.byKey('GET', url), customer.bySession('GET', url)]);
    assert.deepEqual([first.statusCode, second.statusCode], [200, 200]);
    assert.equal(first.headers['content-type'], 'audio/wav');
    assert.equal(service.speech.lastRequest?.voiceId, designed);
    assert.ok(service.speech.lastRequest?.speaker);
    assert.ok((await customer.byKey('GET', url)).rawPayload.equals(first.rawPayload));
    assert.equal(service.speech.calls, calls + 1);
    assert.equal((await customer.figures()).credits.used, used);
    const other = await openCustomer(service);
    assertError(await other.byKey('GET', url), 404, 'voice_not_found');
    assertError(await other.byKey('GET', `${ROUTE}/af_nobody/preview`), 404, 'voice_not_found');
    let kept = 0;
    for await (const _ of service.storage.list(`voices/${customer.accountId}/`)) kept += 1;
    assert.equal(kept, 1);
  });

  test('502 when the engine fails to speak a preview; the next call succeeds', async () => {
    const id = await design({ prompt: 'A voice with a preview', preview_text: 'Listen to me.' });
    service.speech.behaviour = 'killed';
    assertError(await customer.byKey('GET', `${ROUTE}/${id}/preview`), 502, 'engine_unavailable');
    service.speech.behaviour = 'speak';
    assert.equal((await customer.byKey('GET', `${ROUTE}/${id}/preview`)).statusCode, 200);
    assert.equal(service.speech.lastRequest?.text, 'Listen to me.');
  });

  test('similar: presets and own voices, most similar first', async () => {
    const reply = await postForm(customer, `${SIMILAR}?limit=100`, { file: sound(5) });
    assert.equal(reply.statusCode, 200, reply.body);
    const { voices } = reply.json<{ voices: (Entry & { similarity: number })[] }>();
    assert.ok(voices.length > PRESET_VOICES.length && ids(voices).includes(designed));
    const scores = voices.map(({ similarity }) => similarity);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    assert.ok(scores.every((score) => score >= -1 && score <= 1));
    assert.equal((await postForm(customer, SIMILAR, { file: sound(5) })).json().voices.length, 10);
    const byUrl = await customer.byKey('POST', `${SIMILAR}?limit=3`, { url: `http://${place}/voice.wav` });
    assert.deepEqual(
      ids(byUrl.json().voices),
      voices.slice(0, 3).map(({ id }) => id),
    );
    const other = await openCustomer(service);
    const theirs = (await postForm(other, `${SIMILAR}?limit=100`, { file: sound(5) })).json();
    assert.equal(theirs.voices.length, PRESET_VOICES.length);
    assert.equal((await other.figures()).credits.used, 0);
  });

  test('similar: 400 for a recording that cannot be used, with the reason', async () => {
    const send = (file: Buffer) => postForm(customer, SIMILAR, { file });
    assertError(await send(Buffer.from('not a sound')), 400, 'unreadable_audio');
    assertError(await send(sound(61)), 400, 'audio_too_long');
    assertError(await postForm(customer, SIMILAR, { note: 'no file' }), 400, 'file_required');
    assertError(await customer.byKey('POST', SIMILAR, {}), 400);
    assertError(await customer.byKey('POST', SIMILAR, { url: `http://${place}/none` }), 400);
    assertError(await customer.byKey('POST', SIMILAR, { url: 'http://10.0.0.1/voice.wav' }), 400);
    assertError(await postForm(customer, `${SIMILAR}?limit=0`, { file: sound(5) }), 400);
    service.voiceMaker.problems = [{ code: 'silent', message: 'The sample is silent.' }];
    assertError(await send(sound(5)), 400, 'sample_silent');
  });
});

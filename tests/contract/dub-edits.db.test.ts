import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { manifestLabel } from '../../engines/manifests/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openDubWorker } from '../support/dub-worker.ts';
import { createDub, type Dub, getDub } from '../support/dubs.ts';
import { film } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

describe('a dub is changed and rendered again', () => {
  let service: TestService;
  let worker: Awaited<ReturnType<typeof openDubWorker>>;
  let video: Buffer;
  before(async () => {
    service = await openTestService({ settings: { JOB_CONCURRENCY: '0' } });
    worker = await openDubWorker(service);
    video = await film();
  });
  afterEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  async function rendered(customer: Customer, parts: Record<string, string | Buffer> = {}): Promise<Dub> {
    const { id } = await createDub(customer, parts);
    await worker.work();
    return getDub(customer, id);
  }
  const used = async (customer: Customer) => (await customer.figures()).credits.used;
  const callsOf = (customer: Customer, { id }: Pick<Dub, 'id'>) => {
    const at = (path: string) => `/api/v1/dub/${id}${path}`;
    return {
      post: (path: string, body: object = {}, headers = {}) =>
        customer.byKey('POST', at(path), body, headers),
      patch: (path: string, body: object) => customer.byKey('PATCH', at(path), body),
      remove: (path: string) => customer.byKey('DELETE', at(path)),
      get: (path: string) => customer.byKey('GET', at(path)),
      texts: async () => (await getDub(customer, id)).lines.map(({ translation }) => translation),
    };
  };

  test('a render charges the characters of lines with other words, and then nothing is left to render', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch } = callsOf(customer, dub);
    const before = await used(customer);
    const price = () => customer.byKey('POST', '/api/v1/estimate', { kind: 'dub', dub_id: dub.id });
    assertError(await post('/render'), 409, 'nothing_changed');
    assertError(await price(), 409, 'nothing_changed');
    const edited = await patch('/lines/line_1', { translation: 'Hello everybody.' });
    assert.equal(edited.statusCode, 200, edited.body);
    assert.deepEqual([edited.json().version, edited.json().lines[0].needs_render], [dub.version + 1, true]);
    const { characters, credits, duration_seconds: seconds } = (await price()).json();
    assert.deepEqual([characters, credits, seconds], [16, 16, 2], 'known before it is spent');
    const order = await post('/render', {}, { 'idempotency-key': 'again' });
    assert.deepEqual([order.statusCode, order.json().credits], [202, 'Hello everybody.'.length], order.body);
    assert.equal((await post('/render', {}, { 'idempotency-key': 'again' })).body, order.body);
    assertError(await post('/render'), 409, 'render_running');
    const { request, inputs } = await worker.work();
    assert.deepEqual(inputs.map(({ name }) => name).sort(), ['film', 'speech']);
    assert.deepEqual([request.given, request.script?.lines[0]?.translation], [null, 'Hello everybody.']);
    assert.equal(await used(customer), before + 'Hello everybody.'.length);
    const done = await getDub(customer, dub.id);
    assert.deepEqual([done.status, done.changed, done.lines[0]?.needs_render], ['ready', false, false]);
    assertError(await post('/render'), 409, 'nothing_changed');
    await sql`UPDATE jobs SET outputs = NULL WHERE account_id = ${customer.accountId}::uuid`.execute(
      service.db,
    );
    assert.equal((await getDub(customer, dub.id)).output_url, null);
    assert.equal((await post('/render')).json().credits, 0, 'an output that has expired is made again');
    await worker.work();
  });

  test('a changed voice is spoken again; going back to it costs its characters again', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch } = callsOf(customer, dub);
    const line = String(dub.lines[0]?.translation);
    const before = await used(customer);
    const recast = await patch('/speakers/a', { voice_id: 'bf_emma', name: 'Ana' });
    assert.deepEqual(recast.json().speaker, {
      id: 'a',
      name: 'Ana',
      seconds: 1,
      voice: { kind: 'chosen', voice_id: 'bf_emma', score: null },
      suggested: null,
    });
    await post('/render');
    const { request } = await worker.work();
    assert.deepEqual(request.script?.speakers[0]?.voice, { kind: 'chosen', voice_id: 'bf_emma' });
    assert.equal(await used(customer), before + line.length);
    assert.equal((await patch('/speakers/a', { use: 'nearest' })).statusCode, 200);
    assertError(await patch('/speakers/a', { use: 'matched' }), 400, 'consent_required');
    assertError(await patch('/speakers/a', { use: 'nearest', voice_id: 'bf_emma' }), 400);
    assertError(await patch('/speakers/a', { voice_id: 'nobody' }), 404, 'voice_not_found');
    assertError(await patch('/speakers/zed', { name: 'X' }), 404, 'speaker_not_found');
    await post('/render');
    await worker.work();
    assert.equal(await used(customer), before + 2 * line.length);
  });

  test('a picture costs the seconds under changed lines only, or all after a change of how it is made', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer, { file: video });
    const { post, patch } = callsOf(customer, dub);
    let before = await used(customer);
    const costs = async () => {
      const credits = (await used(customer)) - before;
      before += credits;
      return credits;
    };
    await patch('/lines/line_1', { start: 0.1 });
    const ask = { kind: 'dub', dub_id: dub.id };
    assert.equal((await customer.byKey('POST', '/api/v1/estimate', ask)).json().credits, 10);
    const thief = await openCustomer(service);
    assertError(await thief.byKey('POST', '/api/v1/estimate', ask), 404, 'dub_not_found');
    assert.equal((await post('/render')).json().credits, 10, 'a moved line has its second rendered');
    await worker.work();
    assert.equal(await costs(), 10);
    await patch('', { drop_background: true });
    assert.equal((await post('/render')).json().credits, 0, 'mixing is free');
    await worker.work();
    await patch('', { fit: 'picture' });
    await post('/render');
    const { request } = await worker.work();
    assert.deepEqual([request.fit, request.drop_background], ['picture', true]);
    assert.equal(await costs(), 20, 'all of the picture');
    await patch('', { lip_sync: false, fit: 'speech' });
    await post('/render');
    await worker.work();
    assert.equal(await costs(), 0, 'the picture is copied');
  });

  test('lines are added, moved, split, merged and deleted', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch, remove, texts } = callsOf(customer, dub);
    await patch('/lines/line_2', { start: 1.6 });
    const added = await post('/lines', {
      start: 0.95,
      end: 1.5,
      speaker_id: 'b',
      translation: 'Well, then.',
    });
    assert.equal(added.statusCode, 201, added.body);
    const [line] = added.json().lines;
    assert.deepEqual(await texts(), ['Hola a todos. (en)', 'Well, then.', 'Buenos días. (en)']);
    const split = await post(`/lines/${line.id}/split`);
    assert.deepEqual(
      split
        .json()
        .lines.map(({ translation, start, end }: Record<string, unknown>) => [translation, start, end]),
      [
        ['Well,', 0.95, 0.95 + 0.55 / 2],
        ['then.', 0.95 + 0.55 / 2, 1.5],
      ],
    );
    assertError(await post(`/lines/${line.id}/split`), 400);
    assertError(await post('/lines/line_1/split', { time: 0.05 }), 400);
    const [, second] = split.json().lines;
    const merged = await post('/lines/merge', { line_ids: [second.id, line.id] });
    assert.deepEqual(merged.json().lines[0].translation, 'Well, then.');
    assertError(await post('/lines/merge', { line_ids: ['line_1', 'line_2'] }), 400);
    const moved = await patch(`/lines/${line.id}`, { start: 1.95, end: 2 });
    assertError(moved, 400, 'invalid_request');
    const last = await patch(`/lines/${line.id}`, { start: 1.7, end: 2, speaker_id: 'a' });
    assert.deepEqual(last.json().lines[0].speaker_id, 'a');
    assert.deepEqual(await texts(), ['Hola a todos. (en)', 'Buenos días. (en)', 'Well, then.']);
    assert.equal((await remove('/lines/line_2')).statusCode, 204);
    assert.deepEqual(await texts(), ['Hola a todos. (en)', 'Well, then.']);
    const speaker = await post('/speakers', { name: 'Narrator', voice_id: 'bm_george' });
    assert.equal(speaker.statusCode, 201, speaker.body);
    const { id: speakerId } = speaker.json().speaker;
    assert.equal((await patch('/lines/line_1', { speaker_id: speakerId })).statusCode, 200);
    for (const [body, code] of [
      [{ end: 2.5 }, 'invalid_request'],
      [{ start: 1, end: 0.5 }, 'invalid_request'],
      [{ speaker_id: 'nobody' }, 'invalid_request'],
      [{ translation: ' ' }, 'invalid_request'],
    ] as const)
      assertError(await patch('/lines/line_1', body), 400, code);
    for (const path of ['/lines/nothing', '/lines/line_2'])
      assertError(await patch(path, { translation: 'x' }), 404, 'line_not_found');
    assertError(await post('/lines', { start: 0, end: 1, speaker_id: 'a' }), 400, 'invalid_request');
  });

  test('a new source, or a changed term of the glossary, is translated again', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch, texts } = callsOf(customer, dub);
    await patch('/lines/line_1', { source: 'Hola, amigos.' });
    const named = await patch('', { glossary: { días: 'morning' }, name: 'Second try' });
    assert.deepEqual([named.statusCode, named.json().name], [200, 'Second try'], named.body);
    assert.deepEqual(await texts(), [null, null]);
    await post('/render');
    const { request } = await worker.work();
    assert.deepEqual(request.glossary, { días: 'morning' });
    assert.deepEqual(await texts(), ['Hola, amigos. (en)', 'Buenos días. (en)']);
    const { version } = await getDub(customer, dub.id);
    assert.equal((await patch('', { name: 'A name is not rendered' })).json().version, version);
  });

  test('what is edited while a render runs is kept, and only that is charged next time', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch, remove } = callsOf(customer, dub);
    await patch('/lines/line_1', { translation: 'One.' });
    await patch('/lines/line_2', { translation: 'Two.' });
    await post('/render');
    const job = await worker.begin();
    await patch('/lines/line_1', { translation: 'Uno.' });
    const { id: added } = (
      await post('/lines', { start: 1.2, end: 1.8, speaker_id: 'a', translation: 'Three.' })
    ).json().lines[0];
    await job?.complete();
    const after = await getDub(customer, dub.id);
    assert.deepEqual([after.status, after.changed], ['ready', true]);
    assert.deepEqual(
      after.lines.map(({ id, translation, needs_render }) => [id, translation, needs_render]),
      [
        ['line_1', 'Uno.', true],
        ['line_2', 'Two.', false],
        [added, 'Three.', true],
      ],
    );
    await patch('/lines/line_2', { start: 1.1 });
    const before = await used(customer);
    await post('/render');
    const again = await worker.begin();
    await remove(`/lines/${added}`);
    await patch('/speakers/b', { voice_id: 'bf_emma' });
    await again?.complete();
    assert.equal(await used(customer), before + 'Uno.Three.'.length);
    const last = await getDub(customer, dub.id);
    assert.deepEqual(
      last.lines.map(({ translation, needs_render }) => [translation, needs_render]),
      [
        ['Uno.', false],
        ['Two.', true],
      ],
    );
  });

  test('a failed or canceled render costs nothing and keeps the output of the one before', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const before = await used(customer);
    const { post, patch, remove } = callsOf(customer, dub);
    await patch('/lines/line_1', { translation: 'Hello.' });
    await post('/render');
    await (await worker.begin())?.fail();
    const failed = await getDub(customer, dub.id);
    assert.deepEqual([failed.status, failed.changed, typeof failed.output_url], ['failed', true, 'string']);
    const { job_id: jobId } = (await post('/render')).json();
    await customer.byKey('DELETE', `/api/v1/jobs/${jobId}`);
    assert.equal((await getDub(customer, dub.id)).status, 'canceled');
    assert.equal(await used(customer), before);
    const first = await createDub(customer);
    await (await worker.begin())?.fail();
    assertError(await callsOf(customer, first).patch('/lines/line_1', { start: 0 }), 409, 'not_heard_yet');
    const again = await callsOf(customer, first).post('/render');
    assert.deepEqual(
      [again.statusCode, again.json().credits],
      [202, 10 + 30],
      'a first job that failed is repeated',
    );
    await worker.work();
    assert.equal((await remove('')).statusCode, 204);
  });

  test('of concurrent renders one is made, concurrent edits are all kept, and a stale one is refused', async () => {
    const customer = await openCustomer(service);
    const dub = await rendered(customer);
    const { post, patch } = callsOf(customer, dub);
    const edits = await Promise.all(
      [0, 1, 2, 3].map((i) =>
        post('/lines', { start: 0.1 * i, end: 1, speaker_id: 'a', translation: `Line ${i}.` }),
      ),
    );
    assert.deepEqual(
      edits.map(({ statusCode }) => statusCode),
      [201, 201, 201, 201],
    );
    const { version, lines } = await getDub(customer, dub.id);
    assert.deepEqual([version, lines.length], [dub.version + 4, 6]);
    assertError(await patch('/lines/line_1', { start: 0.05, version: dub.version }), 409, 'version_conflict');
    assert.equal((await patch('/lines/line_1', { start: 0.05, version })).statusCode, 200);
    const renders = await Promise.all([post('/render'), post('/render'), post('/render')]);
    assert.deepEqual(renders.map(({ statusCode }) => statusCode).sort(), [202, 409, 409]);
    await worker.work();
    assert.equal(await worker.begin(), null);
  });

  test('consent can be given later; a speaker gets the voice of the same speaker elsewhere', async () => {
    const customer = await openCustomer(service);
    const one = await rendered(customer, { consent: 'true' });
    const other = await rendered(customer);
    const { patch, post } = callsOf(customer, other);
    const sameAs = { same_as: { dub_id: one.id, speaker_id: 'a' } };
    assertError(await patch('/speakers/a', sameAs), 400, 'consent_required');
    assert.equal((await patch('', { consent: true })).json().consent, true);
    const recast = await patch('/speakers/a', sameAs);
    assert.equal(recast.json().speaker.voice.kind, 'matched', recast.body);
    assert.equal(
      (await callsOf(customer, one).patch('/speakers/b', { use: 'nearest' })).json().speaker.voice.kind,
      'nearest',
    );
    assert.equal((await patch('/speakers/b', { use: 'matched' })).json().speaker.voice, null);
    await post('/render');
    const { request } = await worker.work();
    assert.deepEqual(request.script?.speakers[0]?.voice, {
      kind: 'matched',
      speaker: { of: 'a' },
      score: 0.9,
    });
    const { speakers } = await getDub(customer, other.id);
    assert.deepEqual(
      speakers.map(({ suggested }) => suggested),
      [
        { dub_id: one.id, speaker_id: 'a', name: 'Speaker a', similarity: 1 },
        { dub_id: one.id, speaker_id: 'b', name: 'Speaker b', similarity: 1 },
      ],
    );
    const stranger = await openCustomer(service);
    assertError(await callsOf(stranger, other).patch('/speakers/a', { name: 'x' }), 404, 'dub_not_found');
    assertError(await callsOf(stranger, other).post('/render'), 404, 'dub_not_found');
    const mine = callsOf(stranger, await rendered(stranger));
    assertError(await mine.patch('/speakers/a', sameAs), 404, 'dub_not_found');
  });

  test('the film, captions, clips and tracks can be downloaded', async () => {
    const customer = await openCustomer(service);
    const queued = await createDub(customer);
    const early = callsOf(customer, queued);
    for (const path of ['/captions.srt', '/lines/line_1/clip', '/speakers/a/track'])
      assertError(await early.get(path), 409, 'not_heard_yet');
    assertError(await early.get('/output'), 409, 'not_spoken_yet');
    await worker.work();
    const { get, patch, post } = callsOf(customer, queued);
    const film = await get('/output');
    assert.deepEqual([film.statusCode, film.headers['content-type']], [200, 'audio/wav']);
    assert.match(film.body, /^the \w+ of job_/);
    assert.match(
      String(film.headers['content-disposition']),
      new RegExp(`^inline; filename="${queued.id}.wav"`),
    );
    const stranger = callsOf(await openCustomer(service), queued);
    assertError(await stranger.get('/output'), 404, 'dub_not_found');
    const srt = await get('/captions.srt');
    assert.match(srt.body, /^1\n00:00:00,000 --> .*\nHola a todos/);
    assert.match(String(srt.headers['content-type']), /^application\/x-subrip/);
    const vtt = await get('/captions.vtt?language=source');
    assert.match(vtt.body, /^WEBVTT[\s\S]*Buenos días/);
    const clip = await get('/lines/line_2/clip');
    const soundBytes = (wav: Buffer): number => wav.readUInt32LE(40);
    assert.deepEqual([clip.headers['content-type'], soundBytes(clip.rawPayload)], ['audio/wav', 24_000]);
    assert.equal(clip.headers['content-length'], String(clip.rawPayload.length));
    assert.equal(clip.rawPayload.readInt16LE(44), 2, 'the second clip');
    const track = (await get('/speakers/b/track')).rawPayload;
    assert.equal(soundBytes(track), 2 * 48_000);
    for (const file of [clip.rawPayload, track]) assert.ok(file.includes(manifestLabel('')), 'it is signed');
    assert.deepEqual([track.readInt16LE(44), track.readInt16LE(44 + 48_000 + 100)], [0, 2]);
    assertError(await get('/speakers/zed/track'), 404, 'speaker_not_found');
    assertError(await get('/lines/zed/clip'), 404, 'line_not_found');
    const { lines } = (
      await post('/lines', { start: 0, end: 1, speaker_id: 'a', translation: 'New.' })
    ).json();
    assertError(await get(`/lines/${lines[0].id}/clip`), 409, 'not_spoken_yet');
    await patch('/lines/line_1', { translation: 'Changed.' });
    assert.match((await get('/captions.vtt')).body, /Changed\./);
  });

  test('the books balance', async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

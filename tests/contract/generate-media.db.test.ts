import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { finishedJob, holdVideos, type Job, routingCredits } from '../support/follow-job.ts';
import { clip as clipFile, heavyClip, picture, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const TEXT = 'Hello there.';
const ROUTE = '/api/v1/generate';
const SECONDS = 3;

describe('POST /api/v1/generate with video, audio and images', () => {
  let service: TestService;
  let files: Server;
  let base: string;
  let clip: Buffer;
  let still: Buffer;
  const speech = sound(SECONDS);
  const served: Record<string, Buffer> = {};
  before(async () => {
    [clip, still] = await Promise.all([clipFile(), picture()]);
    Object.assign(served, { '/clip.mp4': clip, '/speech.wav': speech, '/still.png': still });
    files = createServer((request, response) => {
      const file = served[request.url ?? ''];
      response.writeHead(file ? 200 : 404).end(file);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    const place = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    base = `http://${place}`;
    service = await openTestService({ outboundAllow: place });
  });
  afterEach(() => {
    service.video.gate = Promise.resolve();
    return forgetRateLimits(service.db);
  });
  after(async () => {
    files.close();
    await service.close();
  });

  const generate = (customer: Customer, body: object) => customer.byKey('POST', ROUTE, body);
  const asset = async (customer: Customer, bytes: Buffer): Promise<string> =>
    (await uploadAsset(customer, bytes)).json<{ id: string }>().id;
  async function rendered(customer: Customer, reply: Awaited<ReturnType<typeof generate>>) {
    assert.equal(reply.statusCode, 202, reply.body);
    const job = await finishedJob(customer, reply.json<Job>().job_id);
    assert.equal(job.status, 'completed', String(job.error));
    const request = service.video.requests.at(-1);
    assert.ok(request);
    return { job, request };
  }
  const looseObjects = async (): Promise<number> =>
    (await sql`SELECT FROM loose_objects`.execute(service.db)).rows.length;
  async function storedFiles({ accountId }: Customer): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(`media/${accountId}/`)) keys.push(key);
    return keys;
  }

  test('video + audio: the clip is synced to the audio; no characters are charged', async () => {
    const customer = await openCustomer(service);
    const input = [
      { type: 'video', url: `${base}/clip.mp4` },
      { type: 'audio', url: `${base}/speech.wav` },
    ];
    const reply = await generate(customer, { input, options: { sync_mode: 'loop', face: 1 } });
    assert.equal(reply.json().meta.creditsReserved, SECONDS * 10, 'as long as the sound');
    const { job, request } = await rendered(customer, reply);
    assert.equal(request.picture.kind, 'video');
    assert.deepEqual(
      { ...request.picture, path: '' },
      { kind: 'video', path: '', syncMode: 'loop', face: 1 },
    );
    assert.equal(job.credits, SECONDS * 10);
  });

  test('sync modes: the reservation is as long as the video will be', async () => {
    const customer = await openCustomer(service);
    const video = await asset(customer, clip);
    const audio = await asset(customer, speech);
    const modes = { cut_off: 1, loop: SECONDS, bounce: SECONDS, silence: SECONDS, remap: SECONDS };
    for (const [sync_mode, seconds] of Object.entries(modes)) {
      const input = [
        { type: 'video', id: video },
        { type: 'audio', asset_id: audio },
      ];
      const reply = await generate(customer, { input, options: { sync_mode } });
      assert.equal(reply.json().meta?.creditsReserved, seconds * 10, `${sync_mode}: ${reply.body}`);
      await rendered(customer, reply);
    }
  });

  test('an asset id can stand in for a URL, and the asset cannot be deleted while a job needs it', async () => {
    const customer = await openCustomer(service);
    const id = await asset(customer, still);
    const release = holdVideos(service);
    const reply = await generate(customer, { text: TEXT, input: [{ type: 'image', url: id }] });
    assertError(await customer.byKey('DELETE', `/api/v1/assets/${id}`), 409, 'asset_in_use');
    release();
    const { request } = await rendered(customer, reply);
    assert.equal(request.picture.kind, 'image');
    assert.equal((await customer.byKey('DELETE', `/api/v1/assets/${id}`)).statusCode, 204);
  });

  test('video + text: the clip speaks it; audio + avatar: a presenter with that audio', async () => {
    const customer = await openCustomer(service);
    const says = await generate(customer, {
      text: TEXT,
      input: [{ type: 'video', url: `${base}/clip.mp4` }],
    });
    const clipped = await rendered(customer, says);
    assert.equal(clipped.request.picture.kind, 'video');
    const withAudio = { avatar_id: 'marcus', input: [{ type: 'audio', url: `${base}/speech.wav` }] };
    const { request, job } = await rendered(customer, await generate(customer, withAudio));
    assert.equal(request.picture.kind === 'presenter' && request.picture.presenterId, 'marcus');
    assert.equal(job.credits, SECONDS * 10);
  });

  test('multipart: video and audio files, or their URLs, with sync_mode', async () => {
    const customer = await openCustomer(service);
    const both = { video: clip, audio: speech, sync_mode: 'bounce' };
    const { request } = await rendered(customer, await postForm(customer, ROUTE, both));
    assert.equal(request.picture.kind === 'video' && request.picture.syncMode, 'bounce');
    const mixed = { video_url: `${base}/clip.mp4`, audio: speech };
    await rendered(customer, await postForm(customer, ROUTE, mixed));
    const spoken = { image: still, text: TEXT, speed: '1.5', face: '0' };
    const { job } = await rendered(customer, await postForm(customer, ROUTE, spoken));
    assert.ok(job.credits >= TEXT.length);
  });

  test('400: video without audio, audio without video, and other inconsistent requests', async () => {
    const customer = await openCustomer(service);
    const form = async (parts: Record<string, string | Buffer>, expected: RegExp) => {
      const reply = await postForm(customer, ROUTE, parts);
      assertError(reply, 400, 'invalid_request');
      assert.match(reply.json().error, expected);
    };
    await form({ video: clip }, /video or image needs an audio file, an audio_url or text/);
    await form({ audio: speech }, /Audio needs a video file, a video_url/);
    await form({ audio_url: `${base}/speech.wav` }, /Audio needs a video file/);
    await form({ video: clip, image: still, text: TEXT }, /one video or image/);
    await form({ video: clip, audio: speech, text: TEXT }, /text or audio/);
    await form({ clip }, /fields video, audio or image/);
    await form({ video: clip, audio: speech, sync_mode: 'x' }, /sync_mode must be one of cut_off/);
    await form({ text: TEXT, forceCloud: 'perhaps' }, /forceCloud/);
    await form({ text: 'a\0b', forceCloud: 'true' }, /NUL/);
    await form({ video: still, audio: speech }, /video was sent as video, but its content is image/);
    await form({ text: TEXT, taskType: 'llm_inference', image: still }, /takes only text, no video/);
    assertError(await generate(customer, { text: TEXT, input: [{ type: 'video' }] }), 400);
    assertError(await postForm(customer, ROUTE, { video: Buffer.from('not a video'), audio: speech }), 400);
    assert.deepEqual(await storedFiles(customer), []);
    assert.equal(await looseObjects(), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('400: a clip with too many pixels, however small its file and wherever it comes from', async () => {
    const customer = await openCustomer(service);
    const heavy = await heavyClip();
    served['/heavy.mp4'] = heavy;
    const input = [{ type: 'video', url: `${base}/heavy.mp4` }];
    for (const reply of [
      await uploadAsset(customer, heavy),
      await postForm(customer, ROUTE, { video: heavy, audio: speech }),
      await generate(customer, { text: TEXT, input }),
    ])
      assertError(reply, 400, 'clip_too_heavy');
    assert.deepEqual(await storedFiles(customer), []);
    assert.equal(await looseObjects(), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('400 and 404 for a URL or an asset id that cannot be used, private hosts included', async () => {
    const customer = await openCustomer(service);
    const at = (url: string) => generate(customer, { text: TEXT, input: [{ type: 'video', url }] });
    assertError(await at('http://127.0.0.1:9/clip.mp4'), 400, 'url_not_allowed');
    assertError(await at('http://169.254.169.254/latest/meta-data'), 400, 'url_not_allowed');
    assertError(await at(`${base}/nothing`), 400, 'media_url_failed');
    assertError(await at(`${base}/speech.wav`), 400, 'invalid_request');
    const foreign = await asset(await openCustomer(service), still);
    assertError(await at(foreign), 404, 'asset_not_found');
  });

  test('a refused request leaves none of its files behind, whatever the reason', async () => {
    const customer = await openCustomer(service);
    const parts = { image: still, text: TEXT, voice_id: 'nobody' };
    assertError(await postForm(customer, ROUTE, parts), 404, 'voice_not_found');
    for (let hit = 0; hit < 16; hit += 1)
      await generate(customer, { text: TEXT, forceCloud: true, video_model: 'vox-visemes' });
    assertError(
      await postForm(customer, ROUTE, { image: still, text: TEXT }),
      402,
      'routing_credits_exhausted',
    );
    assert.deepEqual(await storedFiles(customer), []);
    assert.equal(await looseObjects(), 0);
  });

  test('an Idempotency-Key covers the files of a form: the same files are one job, others get 422', async () => {
    const customer = await openCustomer(service);
    const headers = { 'idempotency-key': 'clip' };
    const first = await postForm(customer, ROUTE, { video: clip, audio: speech }, headers);
    const again = await postForm(customer, ROUTE, { video: clip, audio: speech }, headers);
    assert.equal(again.headers['idempotent-replayed'], 'true', again.body);
    assert.equal(again.body, first.body);
    const other = await postForm(customer, ROUTE, { video: clip, audio: sound(1, 220) }, headers);
    assertError(other, 422, 'idempotency_key_reused');
    assert.equal(await routingCredits(customer), 47);
  });
});

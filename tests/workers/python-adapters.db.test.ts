import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { readWav } from '../../engines/codec/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { picture, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { type PythonWorker, startPythonWorker } from '../support/python-worker.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';
import { madeVoice } from '../support/voices.ts';

const STAND_INS = join(import.meta.dirname, 'stand-ins');
const PAGE = join(import.meta.dirname, '../../docs/workers-python.md');
/** A worker counts as alive for so long. */
const ALIVE_MS = 91_000;

describe('the adapters of the worker in Python, with stand-ins for what cannot be had here', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  let server: string;
  let folder: string;
  let worker: PythonWorker | undefined;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    server = `http://127.0.0.1:${await listening(service)}`;
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'python-adapters-'));
    await forgetRateLimits(service.db);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
  });
  afterEach(async () => {
    worker?.kill('SIGKILL');
    await worker?.ended;
    await rm(folder, { recursive: true });
  });

  async function weights(name: string, files: readonly string[]): Promise<string> {
    const place = join(folder, name);
    for (const file of files) {
      await mkdir(join(place, file, '..'), { recursive: true });
      await writeFile(join(place, file), '{}');
    }
    return place;
  }
  async function start(adapter: string, place?: string): Promise<PythonWorker> {
    const secret = service.secrets.workerSecret;
    const more = place === undefined ? [] : ['--weights', place];
    const env = { PYTHONPATH: STAND_INS };
    worker = startPythonWorker({ server, secret, adapter, folder: join(folder, 'jobs'), more, env });
    await worker.says(/gpu-1 works|cannot start/);
    return worker;
  }
  const used = async () => (await customer.figures()).credits.used;

  test('an adapter whose packages or weights are missing says so and ends', async () => {
    for (const adapter of ['kokoro', 'xtts', 'wav2lip', 'whisper', './none.py']) {
      const started = await start(adapter, folder);
      assert.equal(await started.ended, 1);
      assert.match(
        started.log(),
        /This worker cannot start\. .*(weights|folder|checkout|There is no adapter)/,
      );
    }
  });

  test('the example of the page makes a sound effect as it stands there', async () => {
    const [, example = ''] = /^```python\n(.*?)^```/ms.exec(await readFile(PAGE, 'utf8')) ?? [];
    assert.ok(example.split('\n').length <= 51);
    await writeFile(join(folder, 'beep.py'), example);
    await start(join(folder, 'beep.py'));
    const beep = { prompt: 'a beep', model: 'beep', seconds: 1 };
    const made = await customer.byKey('POST', '/api/v1/sfx', beep);
    assert.deepEqual([made.statusCode, made.headers['x-model']], [200, 'beep'], made.body);
    const refused = await customer.byKey('POST', '/api/v1/sfx', { ...beep, prompt: 'some music' });
    assertError(refused, 502, 'model_failed');
  });

  test('an engine of any name designs voices while a worker offers it, and is unknown without', async () => {
    const design = { prompt: 'A high voice that sings', seed: 20, engine: 'singer-2' };
    assertError(await customer.byKey('POST', '/api/voices/design', design), 400, 'invalid_request');
    await start(join(import.meta.dirname, 'singer.py'));
    const { poll } = (await customer.byKey('POST', '/api/voices/design', design)).json<{ poll: string }>();
    const voice = await madeVoice(customer, poll);
    assert.deepEqual([voice.status, voice.engine, voice.served_by], ['ready', 'singer-2', 'singer-2']);
    const spoken = await customer.speak({ voice_id: voice.voice_id, format: 'wav' });
    assert.equal(spoken.statusCode, 200, spoken.body);
    const form = { fields: { engine: 'kokoro-82m' } };
    assertError(await postClone(customer, form), 400, 'invalid_request');
  });

  test('xtts: a clone from its samples, and speech with it', async () => {
    await start('xtts', await weights('xtts', ['config.json', 'model.pth', 'vocab.json']));
    const clone = await cloneVoice(customer, { fields: { engine: 'xtts-v2', language: 'en' } });
    assert.deepEqual([clone.status, clone.served_by], ['ready', 'xtts-v2'], JSON.stringify(clone));
    const spoken = await customer.speak({ voice_id: clone.voice_id, format: 'wav' });
    assert.equal(spoken.statusCode, 200, spoken.body);
    assert.ok(readWav(spoken.rawPayload).samples.length > 12_000);
  });

  test('wav2lip: a portrait speaks, in H.264 and AAC, and is charged by its length', async () => {
    const checkpoints = ['checkpoints/wav2lip_gan.pth', 'face_detection/detection/sfd/s3fd.pth'];
    const place = await weights('wav2lip', ['inference.py', ...checkpoints]);
    await copyFile(join(STAND_INS, 'wav2lip/inference.py'), join(place, 'inference.py'));
    const started = await start('wav2lip', place);
    const image = (await uploadAsset(customer, await picture())).json<{ id: string }>().id;
    const audio = (await uploadAsset(customer, sound(2))).json<{ id: string }>().id;
    const input = [
      { type: 'image', asset_id: image },
      { type: 'audio', asset_id: audio },
    ];
    const body = { input, video_model: 'wav2lip' };
    const reply = await customer.byKey('POST', '/api/v1/generate', body);
    assert.equal(reply.statusCode, 202, reply.body);
    const job = await finishedJob(customer, reply.json<Job>().job_id);
    assert.equal(job.status, 'completed', `${JSON.stringify(job)}\n${started.log()}`);
    const film = (await customer.byKey('GET', `${job.poll}/output`)).rawPayload;
    for (const mark of ['ftyp', 'avc1', 'mp4a']) assert.ok(film.includes(mark), mark);
    assert.ok(film.indexOf('moov') < film.indexOf('mdat'), 'faststart');
  });

  describe('whisper: transcription with a model that only a worker has', () => {
    const MODEL = 'whisper-large-v3';
    const FILES = ['model.bin', 'config.json', 'tokenizer.json', 'preprocessor_config.json'];
    beforeEach(async () => void (await start('whisper', await weights(MODEL, FILES))));
    const hear = (fields: Record<string, string> = {}) =>
      postForm(customer, '/api/v1/stt', { file: sound(2), model: MODEL, ...fields });

    test('the catalogue has it, and its words and times are answered, charged and not kept', async () => {
      const { models } = (await customer.byKey('GET', '/api/v1/stt')).json();
      assert.ok(models.includes(MODEL), models.join());
      const heard = await hear({ task: 'translate', language: 'pt' });
      assert.equal(heard.statusCode, 200, heard.body);
      const { text, language, words, model, credits } = heard.json();
      assert.deepEqual([text, language, model, credits], ['Good translate', 'en', MODEL, 10]);
      assert.deepEqual(words[0], { start: 0.1, end: 0.5, word: 'Good', confidence: 0.9 });
      assert.equal(await used(), 10);
      for await (const key of service.storage.list('hearing/')) assert.fail(`${key} is kept`);
      for await (const key of service.storage.list('jobs/')) assert.doesNotMatch(key, /transcript/);
      const { rows } = await sql`SELECT FROM job_inputs WHERE starts_with(object_key, 'hearing/')`.execute(
        service.db,
      );
      assert.deepEqual(rows, []);
    });

    test('no speech, impossible times and a failing worker cost nothing', async () => {
      assertError(await hear({ language: 'de' }), 422, 'no_speech');
      for (const language of ['es', 'fr', 'it']) assertError(await hear({ language }), 502, 'model_failed');
      assert.equal(await used(), 0);
    });

    test('speaker labels and unknown models are refused, and a worker that is gone is told', async () => {
      assertError(await hear({ speaker_labels: 'true' }), 400, 'invalid_request');
      assertError(await hear({ model: 'whisper-gigantic' }), 400, 'unknown_model');
      worker?.kill('SIGKILL');
      service.clock.advanceMs(ALIVE_MS);
      assertError(await hear(), 503, 'model_offline');
      assert.equal(await used(), 0);
    });
  });
});

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readStereoWav } from '../../engines/codec/index.ts';
import { integratedLoudness } from '../../engines/dsp/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer, stranger } from '../support/customer.ts';
import { openSoundWorker } from '../support/sound-worker.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const BED = { prompt: 'calm lo-fi with piano', seconds: 3, model: 'musicgen' };
const MEOW = { prompt: 'a cat that sings opera', seconds: 2, model: 'audiogen' };
const CAPABILITIES = ['music', 'music:musicgen', 'sfx', 'sfx:audiogen'];

describe('music and sound effects of models that only workers have', () => {
  let service: TestService;
  let customer: Customer;
  let worker: Awaited<ReturnType<typeof openSoundWorker>>;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
    worker = await openSoundWorker(service, CAPABILITIES);
  });
  after(async () => {
    await worker.crash();
    await service.close();
  });
  beforeEach(async () => {
    worker.behaviour = 'play';
    await forgetRateLimits(service.db);
  });

  const music = (change: object = {}) => customer.byKey('POST', '/api/v1/music', { ...BED, ...change });
  const effect = (change: object = {}) => customer.byKey('POST', '/api/v1/sfx', { ...MEOW, ...change });
  const used = async () => (await customer.figures()).credits.used;

  test('the worker gets prompt, length, seed and plan; its sound is brought to our length and loudness', async () => {
    const before = await used();
    const made = await music({ seed: 5 });
    assert.equal(made.statusCode, 200, made.body);
    assert.deepEqual([made.headers['x-model'], made.headers['x-cache']], ['musicgen', 'miss']);
    const sound = readStereoWav(made.rawPayload);
    assert.deepEqual(
      [sound.sampleRate, sound.channels.length, sound.channels[0]?.length],
      [44_100, 2, 132_300],
    );
    assert.ok(Math.abs(integratedLoudness(sound.channels, 44_100) + 16) < 0.5);
    assert.equal((await used()) - before, 24);
    const { kind, request } = worker.jobs.at(-1) ?? assert.fail('no job');
    assert.deepEqual(
      [kind, request.model, request.prompt, request.seconds, request.seed, request.plan?.genre],
      ['music', 'musicgen', BED.prompt, 3, 5, 'lo-fi'],
    );
    const entry = (await customer.byKey('GET', `/api/v1/history/${made.headers['x-history-id']}`)).json();
    assert.equal(entry.model, 'musicgen');
    assert.deepEqual((await customer.byKey('GET', '/api/v1/jobs')).json().jobs, [], 'the job is not shown');
    assert.equal((await music({ format: 'mp3' })).headers['content-type'], 'audio/mpeg');
  });

  test('effects need not be in our vocabulary, and have the length of the worker if none is asked for', async () => {
    const before = await used();
    const made = await effect();
    assert.deepEqual([made.statusCode, made.headers['x-model']], [200, 'audiogen'], made.body);
    assert.equal(made.headers['x-duration-seconds'], '2.000');
    assert.equal((await effect({ seconds: undefined })).headers['x-duration-seconds'], '1.600');
    assert.equal((await used()) - before, 40);
  });

  test('a worker that fails, or sends garbage, silence or another length, is 502 and costs nothing', async () => {
    const before = await used();
    for (const behaviour of ['fail', 'noise', 'silence', 'too short'] as const) {
      worker.behaviour = behaviour;
      assertError(await music(), 502, 'model_failed');
      assertError(await effect(), 502, 'model_failed');
    }
    assert.equal(await used(), before);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('400: a model that nobody knows, of the other kind, and what no worker can give', async () => {
    const unknown = await music({ model: 'audiogen' });
    assertError(unknown, 400, 'unknown_model');
    assert.match(unknown.json().error, /vox-composer, musicgen/u);
    assertError(await effect({ model: 'musicgen' }), 400, 'unknown_model');
    for (const change of [{ stems: true }, { format: 'midi' }])
      assertError(await music(change), 400, 'not_with_this_model');
    assertError(await effect({ prompt: '  ' }), 400, 'prompt_required');
  });

  test('both catalogues list the models; without a live worker they are 503', async () => {
    const modelsOf = async (path: string) => (await stranger(service)('GET', path)).json().models;
    const own = { available: true, default: true };
    const offered = { available: true, default: false };
    assert.deepEqual(await modelsOf('/api/v1/music'), [
      { id: 'vox-composer', ...own },
      { id: 'musicgen', ...offered },
    ]);
    assert.deepEqual(await modelsOf('/api/v1/sfx'), [
      { id: 'vox-effects-1', ...own },
      { id: 'audiogen', ...offered },
    ]);
    await worker.crash();
    service.clock.advanceMs(91_000);
    const before = await used();
    assertError(await music(), 503, 'model_offline');
    assertError(await effect(), 503, 'model_offline');
    assert.equal(await used(), before);
    assert.equal((await modelsOf('/api/v1/music'))[1].available, false);
    assert.equal((await music({ model: 'vox-composer' })).statusCode, 200);
  });
});

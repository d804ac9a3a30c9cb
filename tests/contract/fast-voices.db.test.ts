import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import {
  ADAPTATION_SIZE,
  keepAdaptation,
  type SpeakerArtifact,
  type SynthesisRequest,
} from '../../engines/speech/index.ts';
import type { AdaptedVoice } from '../../engines/voice-cloning/index.ts';
import { createVoiceAdapting, createVoicesInUse, type VoiceAdapter } from '../../src/library/voices/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { createHttpSource, isOffered, type JobRunner, Worker } from '../../src/work/workers/index.ts';
import { cloneVoice, getClone } from '../support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { readZip } from '../support/read-zip.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { madeVoice } from '../support/voices.ts';

const ADAPTATION = keepAdaptation(new Float32Array(ADAPTATION_SIZE).fill(0.25));
const PASSED = {
  adaptation: ADAPTATION,
  judgement: { passes: true, reasons: ['The fast voice is 98.0 % like the original.'], measures: {} },
  ...{ share: 1, sounds: [], cpuSeconds: 170 },
} as unknown as AdaptedVoice;

describe('custom voices that the fast engine speaks', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    const admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
  });
  after(() => service.close());

  const adapt = (voiceAdapter: VoiceAdapter = { adapt: async () => PASSED }) =>
    createVoiceAdapting({
      ...service,
      voiceAdapter,
      voicesInUse: createVoicesInUse(),
      hasRoom: () => true,
    }).next(new AbortController().signal);
  const spokenBy = (): SpeakerArtifact =>
    (service.speech.lastRequest as SynthesisRequest).speaker as SpeakerArtifact;
  async function storedAdaptations(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(`voices/${customer.accountId}/adaptations/`)) keys.push(key);
    return keys;
  }

  test('a clone says that it moved over and why; its next speech has the adaptation, and cached speech is not mixed with it', async () => {
    const { id } = await cloneVoice(customer);
    const speak = async (): Promise<string> => {
      const reply = await customer.speak({ voice_id: id, text: 'One text.' });
      assert.equal(reply.statusCode, 200, reply.body);
      return String(reply.headers['x-cache']);
    };
    assert.equal((await getClone(customer, id)).fast_speech, null);
    await speak();
    assert.equal(spokenBy().adaptation, undefined);
    // By this the node knows which voices are in use.
    assert.equal((service.speech.lastRequest as SynthesisRequest).voiceId, id);
    assert.equal(await adapt(), true);
    const { fast_speech: fast } = await getClone(customer, id);
    const { status, reasons, judged_at: judgedAt } = fast as Record<string, unknown>;
    assert.deepEqual([status, reasons], ['ready', PASSED.judgement.reasons]);
    assert.equal(judgedAt, service.clock.now().toISOString());
    const { calls } = service.speech;
    await speak();
    assert.equal(service.speech.calls, calls + 1);
    assert.equal(spokenBy().adaptation, ADAPTATION);
    await speak();
    assert.equal(service.speech.calls, calls + 1);
  });

  test('when the adaptation cannot be read, the voice speaks without it', async () => {
    const { id } = await cloneVoice(customer);
    await adapt();
    const { storage } = service;
    const { get } = storage;
    for (const broken of [() => Promise.reject(new Error('the store is away')), async () => null]) {
      storage.get = broken;
      const reply = await customer.speak({ voice_id: id, text: `Without ${broken.length}.` });
      storage.get = get;
      assert.equal(reply.statusCode, 200, reply.body);
      assert.equal(spokenBy().adaptation, undefined);
    }
    await customer.speak({ voice_id: id, text: 'With it.' });
    assert.equal(spokenBy().adaptation, ADAPTATION);
  });

  test('a worker on another machine gets it while it runs a job with that voice, and no other', async (t) => {
    const [first, second] = [await cloneVoice(customer), await cloneVoice(customer)];
    await adapt();
    await adapt();
    const keyOf = async (id: string): Promise<string> => {
      await customer.speak({ voice_id: id, text: 'Which key?' });
      return spokenBy().adaptationKey ?? '';
    };
    const key = await keyOf(first.id);
    const other = await keyOf(second.id);
    const capabilities = ['video', 'lipsync:musetalk'];
    const source = createHttpSource({
      server: `http://127.0.0.1:${await listening(service)}`,
      secret: service.secrets.workerSecret,
      name: 'gpu-1',
      capabilities,
    });
    const got: unknown[] = [];
    const run: JobRunner['run'] = async ({ request, folder }) => {
      const { speaker } = (request as { script: { speaker: SpeakerArtifact } }).script;
      got.push(speaker.adaptationKey, (await buffer(await source.openAdaptation(key))).toString('base64'));
      for (const foreign of [other, 'outputs/x', key.slice(0, -1)])
        await source.openAdaptation(foreign).catch(({ status }) => got.push(status));
      const path = join(folder, 'video.mp4');
      await writeFile(path, 'a neural video');
      const outputs = [{ name: 'video', contentType: 'video/mp4', path }];
      return { outputs, measured: { video_second: 1 }, durationSeconds: 1 };
    };
    const runners = [{ kind: 'video', capabilities, run }];
    const workDir = join(service.config.dataDir, 'remote');
    const worker = new Worker({ source, runners, concurrency: 1, workDir, log: silentLog });
    await worker.start();
    t.after(() => worker.stop({ graceMs: 0 }));
    await until(() => isOffered(service, capabilities));
    const order = {
      text: JSON.stringify({ adaptationKey: other }),
      voice_id: first.id,
      video_model: 'musetalk',
    };
    const ordered = await customer.byKey('POST', '/api/v1/avatar', order);
    assert.equal(ordered.statusCode, 202, ordered.body);
    const { job_id: jobId } = ordered.json();
    const isDone = async () => {
      const { rows } = await sql<{ status: string }>`SELECT status FROM jobs WHERE id = ${jobId}`.execute(
        service.db,
      );
      return rows[0]?.status === 'completed';
    };
    await until(isDone);
    assert.deepEqual(got, [key, ADAPTATION, 404, 404, 404]);
    await assert.rejects(async () => source.openAdaptation(key), /no job is being run/);
  });

  test('a remix begins without the adaptation of its origin, the export has it, and a deleted voice leaves none', async () => {
    const { id } = await cloneVoice(customer);
    await adapt();
    const before = await storedAdaptations();
    const remixed = await customer.byKey('POST', `/api/v1/voices/${id}/remix`, { prompt: 'deeper' });
    assert.equal(remixed.statusCode, 201, remixed.body);
    const { voice_id: remix, poll } = remixed.json();
    assert.equal((await madeVoice(customer, poll)).status, 'ready');
    await customer.speak({ voice_id: remix, text: 'A remix.' });
    assert.equal(spokenBy().adaptationKey, undefined);
    const archive = readZip((await customer.bySession('GET', '/api/account/export')).rawPayload);
    assert.deepEqual(archive.get(`voices/${id}/adaptation.bin`), Buffer.from(ADAPTATION, 'base64'));
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    assert.equal((await storedAdaptations()).length, before.length - 1);
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  ADAPTATION_SIZE,
  keepAdaptation,
  presetSpeaker,
  type SpeakerArtifact,
} from '../../../../engines/speech/index.ts';
import type { AdaptedVoice, AdaptRequest } from '../../../../engines/voice-cloning/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { deleteMarkedObjects, StorageFull } from '../../../platform/storage/index.ts';
import { openJobs, type TestJobs } from '../../../work/jobs/testing/open-jobs.ts';
import { removeVoice } from '../delete-voice.ts';
import { selectVoice } from '../queries.ts';
import { takeDownVoice } from '../takedowns.ts';
import { fastSpeechOf } from './fast-speech.ts';
import type { VoiceAdapter } from './voice-adapter.ts';
import { createVoiceAdapting } from './voice-adapting.ts';
import { createVoicesInUse } from './voices-in-use.ts';

const PRINT = Array.from({ length: 512 }, (_, i) => Math.sin(i) / 16);
const HOUR_MS = 3_600_000;
const NEVER = new AbortController().signal;

const outcome = (passes: boolean): AdaptedVoice =>
  ({
    adaptation: keepAdaptation(new Float32Array(ADAPTATION_SIZE).fill(0.5)),
    judgement: { passes, reasons: [passes ? 'All is well.' : 'It may buzz.'], measures: { lines: 1.3 } },
    ...{ share: 1, sounds: [], cpuSeconds: 170 },
  }) as unknown as AdaptedVoice;

describe('voices that are adapted when the machine has time', () => {
  let jobs: TestJobs;
  let accountId: string;
  let speaker: SpeakerArtifact;
  before(async () => {
    jobs = await openJobs();
    accountId = await jobs.account();
    speaker = { ...(await presetSpeaker('am_adam')), score: 0.8 };
  });
  after(() => jobs.close());
  afterEach(async () => {
    await sql`DELETE FROM voices`.execute(jobs.db);
  });

  type Facts = {
    source?: string;
    status?: string;
    remixOf?: string | null;
    needsConsent?: boolean;
    speaker?: object | null;
  };
  async function voice(facts: Facts = {}): Promise<string> {
    const id = uuidv7(jobs.clock.now().getTime());
    const { source = 'clone', status = 'ready', remixOf = null, needsConsent = false } = facts;
    const { artifactKey = null } = (facts.speaker ?? {}) as { artifactKey?: string };
    const spoken = facts.speaker === undefined ? speaker : facts.speaker;
    await sql`INSERT INTO voices (id, account_id, source, kind, name, status, job_id, engine, language, remix_of, needs_consent,
        speaker, print, error, artifact_key, created_at)
      VALUES (${id}, ${accountId}, ${source}, ${source === 'clone' ? 'instant' : null}, 'Ada', ${status}, ${uuidv7()}, 'xtts-v2', 'fr',
        ${remixOf}::uuid, ${needsConsent}::boolean, ${spoken && JSON.stringify(spoken)}::jsonb, ${PRINT}::real[],
        ${status === 'failed' ? 'It broke.' : null}, ${artifactKey}, ${jobs.clock.now()})`.execute(jobs.db);
    jobs.clock.advanceMs(1);
    return id;
  }
  const adapt = (voiceAdapter: VoiceAdapter, stopping = NEVER, more: object = {}) =>
    createVoiceAdapting({ ...jobs.deps, voicesInUse, ...more, voiceAdapter, hasRoom: () => true }).next(
      stopping,
    );
  const voicesInUse = createVoicesInUse();
  const answering = (passes: boolean): VoiceAdapter => ({ adapt: async () => outcome(passes) });
  async function read(id: string) {
    const row = await selectVoice(jobs.db, accountId, id);
    assert.ok(row);
    const { adaptationKey } = row.speaker as SpeakerArtifact;
    return { fast: fastSpeechOf(row), adaptationKey, isAsBefore: adaptationKey === undefined };
  }
  async function storedObjects(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of jobs.storage.list(`voices/${accountId}/`)) keys.push(key);
    return keys;
  }
  const looseObjects = async () => (await sql`SELECT FROM loose_objects`.execute(jobs.db)).rows.length;

  test('a voice that loses nothing moves over; another stays, and its owner is told why', async () => {
    const [unsuitable, suitable] = [await voice(), await voice({ source: 'design' })];
    assert.equal((await read(suitable)).fast, null);
    assert.equal(await adapt(answering(true)), true);
    assert.equal(await adapt(answering(false)), true);
    assert.equal(await adapt(answering(true)), false);
    const moved = await read(suitable);
    assert.deepEqual(moved.fast?.status, 'ready');
    assert.deepEqual(await storedObjects(), [moved.adaptationKey]);
    assert.equal(await looseObjects(), 0);
    const stayed = await read(unsuitable);
    assert.deepEqual(
      [stayed.fast?.status, stayed.fast?.reasons, stayed.isAsBefore],
      ['unsuitable', ['It may buzz.'], true],
    );
    const keys = await jobs.db
      .transaction()
      .execute((tx) => removeVoice({ clock: jobs.clock, onVoiceDeleted: [] }, tx, suitable));
    await deleteMarkedObjects(jobs.deps, keys ?? []);
    assert.deepEqual(await storedObjects(), []);
  });

  test('only voices that may speak here and now are taken, the newest first; only a clone is compared with a person', async () => {
    await voice({ status: 'queued', speaker: null });
    await voice({ status: 'failed', speaker: null });
    await voice({ needsConsent: true });
    await voice({ speaker: { engine: 'xtts-v2', version: 1, artifactKey: 'voice', language: 'fr' } });
    const down = await voice();
    await jobs.db
      .transaction()
      .execute((tx) => takeDownVoice(tx, { voiceId: down, reason: 'No.', now: jobs.clock.now() }));
    const [clone] = [await voice(), await voice({ source: 'design' }), await voice({ remixOf: uuidv7() })];
    const requests: AdaptRequest[] = [];
    const listening: VoiceAdapter = {
      async adapt(request) {
        requests.push(request);
        return outcome(false);
      },
    };
    while (await adapt(listening));
    assert.deepEqual(
      requests.map(({ person }) => person?.length ?? null),
      [null, null, 512],
    );
    assert.deepEqual(requests[0]?.languages, ['fr']);
    assert.equal((await read(clone)).fast?.status, 'unsuitable');
  });

  test('those that speak come before newer ones that nobody uses', async () => {
    const [first, second] = [await voice(), await voice()];
    const unused = await voice();
    for (const id of ['af_heart', first, second, uuidv7()]) voicesInUse.add(id);
    const left = async () => {
      const all = await Promise.all([first, second, unused].map(read));
      return all.map(({ fast }) => fast === null);
    };
    assert.equal(await adapt(answering(false)), true);
    assert.deepEqual(await left(), [true, false, true]);
    assert.equal(await adapt(answering(false)), true);
    assert.deepEqual(await left(), [false, false, true]);
    assert.equal(await adapt(answering(false)), true);
    assert.deepEqual([await left(), voicesInUse.ids()], [[false, false, false], []]);
  });

  test('nodes share the voices, and none is adapted twice', async () => {
    const ids = [await voice(), await voice(), await voice()];
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const slow: VoiceAdapter = {
      async adapt() {
        begun += 1;
        await gate.promise;
        return outcome(true);
      },
    };
    const first = adapt(slow);
    while (begun < 1) await new Promise(setImmediate);
    const second = adapt(slow);
    while (begun < 2) await new Promise(setImmediate);
    assert.equal(await adapt(answering(true)), true);
    assert.equal(await adapt(answering(true)), false);
    assert.deepEqual((await Promise.all(ids.map(read))).map(({ fast }) => fast?.status).sort(), [
      'preparing',
      'preparing',
      'ready',
    ]);
    gate.resolve();
    assert.deepEqual(await Promise.all([first, second]), [true, true]);
    assert.equal((await storedObjects()).length, 3);
    for (const id of ids) assert.equal((await read(id)).fast?.status, 'ready');
    await jobs.storage.delete(await storedObjects());
  });

  test('what a killed node has left is taken up by another, and its late result changes nothing', async () => {
    const id = await voice();
    const gate = Promise.withResolvers<AdaptedVoice>();
    const late = adapt({ adapt: () => gate.promise });
    while ((await read(id)).fast === null) await new Promise(setImmediate);
    assert.equal(await adapt(answering(true)), false);
    jobs.clock.advanceMs(HOUR_MS);
    assert.equal(await adapt(answering(false)), true);
    gate.resolve(outcome(true));
    assert.equal(await late, true);
    const { fast, isAsBefore } = await read(id);
    assert.deepEqual([fast?.status, isAsBefore], ['unsuitable', true]);
    assert.deepEqual([await storedObjects(), await looseObjects()], [[], 0]);
  });

  test('a voice that takes its process with it three times stays as it is', async () => {
    const id = await voice();
    const breaking: VoiceAdapter = { adapt: () => Promise.reject(new Error('the process died')) };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await assert.rejects(adapt(breaking), /the process died/);
      assert.equal(await adapt(answering(true)), false);
      jobs.clock.advanceMs(HOUR_MS);
    }
    assert.equal(await adapt(answering(true)), false);
    const { fast, isAsBefore } = await read(id);
    assert.deepEqual([fast?.status, isAsBefore], ['failed', true]);
    assert.match(fast?.reasons[0] ?? '', /speaks as before/);
  });

  test('a shutdown gives the voice back at once, and counts no attempt', async () => {
    const id = await voice();
    for (let i = 0; i < 5; i += 1) {
      const stopping = new AbortController();
      const interrupted = adapt(
        {
          adapt: (_, { signal } = {}) =>
            new Promise((_resolve, reject) => {
              signal?.addEventListener('abort', () => reject(signal.reason));
              stopping.abort();
            }),
        },
        stopping.signal,
      );
      await assert.rejects(interrupted, { name: 'AbortError' });
    }
    assert.equal(await adapt(answering(true)), true);
    const { adaptationKey } = await read(id);
    await jobs.storage.delete([adaptationKey ?? '']);
  });

  test('of a voice that is deleted meanwhile, nothing is left', async () => {
    const id = await voice();
    const deleting: VoiceAdapter = {
      async adapt() {
        await jobs.db
          .transaction()
          .execute((tx) => removeVoice({ clock: jobs.clock, onVoiceDeleted: [] }, tx, id));
        return outcome(true);
      },
    };
    assert.equal(await adapt(deleting), true);
    assert.deepEqual([await storedObjects(), await looseObjects()], [[], 0]);
  });

  test('the lease is renewed with the progress, and the work ends when the voice is gone', async () => {
    const id = await voice();
    let renewals = 0;
    const deleting: VoiceAdapter = {
      async adapt(_, { signal, onProgress } = {}) {
        const isEnded = Promise.withResolvers<never>();
        signal?.addEventListener('abort', () => isEnded.reject(signal.reason));
        for (let i = 0; i < 30; i += 1) {
          jobs.clock.advanceMs(HOUR_MS / 60);
          onProgress?.(i / 30);
          assert.equal(await adapt(answering(true)), false, 'nobody else takes it');
          renewals += 1;
        }
        await jobs.db
          .transaction()
          .execute((tx) => removeVoice({ clock: jobs.clock, onVoiceDeleted: [] }, tx, id));
        jobs.clock.advanceMs(HOUR_MS / 60);
        onProgress?.(1);
        return isEnded.promise;
      },
    };
    assert.equal(await adapt(deleting), true);
    assert.equal(renewals, 30);
    assert.deepEqual([await storedObjects(), await looseObjects()], [[], 0]);
  });

  test('a full disk leaves the voice as it was, and it is tried again', async () => {
    const id = await voice();
    const full = { ...jobs.storage, put: () => Promise.reject(new StorageFull(new Error('ENOSPC'))) };
    await assert.rejects(adapt(answering(true), NEVER, { storage: full }), { code: 'storage_full' });
    assert.ok((await read(id)).isAsBefore);
    jobs.clock.advanceMs(HOUR_MS);
    assert.equal(await adapt(answering(true)), true);
    assert.equal((await read(id)).fast?.status, 'ready');
  });

  test('looks for new voices each time, and for older ones every ten minutes once none was left', async () => {
    const adapting = createVoiceAdapting({
      ...jobs.deps,
      voicesInUse,
      voiceAdapter: answering(false),
      hasRoom: () => true,
    });
    const next = () => adapting.next(NEVER);
    const old = await voice();
    jobs.clock.advanceMs(2 * HOUR_MS);
    assert.deepEqual([await next(), await next()], [true, false]);
    await sql`DELETE FROM voice_adaptations WHERE voice_id = ${old}`.execute(jobs.db);
    await voice();
    assert.deepEqual([await next(), await next()], [true, false]);
    jobs.clock.advanceMs(HOUR_MS / 6);
    assert.deepEqual([await next(), await next()], [true, false]);
  });

  test('waits while there is no room', async () => {
    await voice();
    const deps = { ...jobs.deps, voicesInUse, voiceAdapter: answering(true), hasRoom: () => false };
    assert.equal(await createVoiceAdapting(deps).next(NEVER), false);
  });
});

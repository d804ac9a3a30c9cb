import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { encodeWav } from '../../../engines/codec/index.ts';
import { parseConfig } from '../../platform/config/index.ts';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { silentLog } from '../../platform/log.ts';
import { testSealing } from '../../platform/sealing/testing.ts';
import {
  cancelJob,
  completeJob,
  describeJob,
  type LeasedJob,
  putJobOutput,
  readJob,
  recoverLostJobs,
} from '../jobs/index.ts';
import { openJobs, type TestJobs } from '../jobs/testing/open-jobs.ts';
import { provenanceData } from './account-data.ts';
import { findByHash, findDelivered } from './queries.ts';
import { SigningFailed } from './signing/errors.ts';
import { openSigner } from './signing/open-signer.ts';
import { sweepProvenance } from './sweep.ts';
import { openTestProvenance } from './testing.ts';

const VIDEO = { name: 'video', contentType: 'video/mp4' };
const RESULT = { outputs: [VIDEO], measured: { video_second: 1 } };

describe('the registry of what was made', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  after(() => jobs.close());

  async function leased(accountId: string): Promise<LeasedJob> {
    await jobs.enqueue(accountId);
    const job = await jobs.lease();
    assert.ok(job);
    return job;
  }
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM provenance`.execute(jobs.db);
    return rows[0]?.n ?? 0;
  };
  const idOf = async (accountId: string, jobId: string): Promise<string> => {
    const view = describeJob(jobs.deps, await readJob(jobs.db, accountId, jobId));
    return view.provenance_id ?? assert.fail('the job has no id');
  };

  test('a file is known from the moment its job is completed, with the hash of what is served', async () => {
    const accountId = await jobs.account();
    const job = await leased(accountId);
    const body = Buffer.from('a film that carries nothing');
    await putJobOutput(jobs.deps, job, VIDEO, body);
    const sha256 = createHash('sha256').update(body).digest();
    assert.deepEqual(await findByHash(jobs.db, sha256, 10), [], 'it has not left');
    await completeJob({ ...jobs.deps }, job, RESULT);
    const [row] = await findByHash(jobs.db, sha256, 10);
    assert.equal(row?.account_id, accountId);
    assert.equal(row?.job_id, job.jobId);
    assert.equal(row?.facts.carried, false);
    assert.ok(row?.credential_id);
    assert.equal(row?.id, await idOf(accountId, job.jobId));
  });

  test('an archive carries no manifest, though the files in it do, when it is given out again, too', async () => {
    const { db, deps } = jobs;
    const { clock } = deps;
    const provenance = await openTestProvenance({ db, clock, storage: deps.storage });
    const about = { kind: 'music', model: 'music', voiceId: null };
    const accountId = await jobs.account();
    const wav = await provenance.sign(
      { ...about, contentType: 'audio/wav' },
      encodeWav([new Float32Array(10)], 8_000),
    );
    const begin = (contentType: string) =>
      provenance.begin({ id: uuidv7(clock.now().getTime()), accountId, ...about, contentType });
    const archive = begin('application/zip');
    assert.deepEqual(await archive.sign(wav, { wasDelivered: true }), wav);
    assert.equal((archive.row().row.facts as { carried: boolean }).carried, false);
    const sound = begin('audio/wav');
    assert.deepEqual(await sound.sign(wav, { wasDelivered: true }), wav);
    assert.equal((sound.row().row.facts as { carried: boolean }).carried, true);
  });

  test('nothing that cannot be signed is stored, charged or known, and the job is tried again', async () => {
    const accountId = await jobs.account();
    const job = await leased(accountId);
    const known = await count();
    const signer = await openSigner(
      { db: jobs.db, clock: jobs.clock, sealing: testSealing, log: silentLog },
      parseConfig({}).provenance,
    );
    const failing = { ...signer, sign: () => Promise.reject(new SigningFailed(new Error('no answer'))) };
    const provenance = await openTestProvenance({ ...jobs.deps, signer: failing });
    await assert.rejects(
      putJobOutput({ ...jobs.deps, provenance }, job, VIDEO, Buffer.from('film')),
      SigningFailed,
    );
    assert.deepEqual(await jobs.files(job.jobId), []);
    assert.equal(await count(), known);
    await assert.rejects(completeJob(jobs.deps, job, RESULT), /video/u);
    assert.equal((await readJob(jobs.db, accountId, job.jobId)).status, 'processing');
    await cancelJob(jobs.deps, accountId, job.jobId);
  });

  test('a node that dies between signing and completing delivers nothing; the next attempt does, under another id', async () => {
    const accountId = await jobs.account();
    const first = await leased(accountId);
    await putJobOutput(jobs.deps, first, VIDEO, Buffer.from('first'));
    jobs.clock.advanceMs(10 * 60_000);
    await recoverLostJobs(jobs.deps);
    jobs.clock.advanceMs(10_000);
    const second = await jobs.lease();
    assert.equal(second?.jobId, first.jobId);
    assert.ok(second);
    await assert.rejects(completeJob(jobs.deps, first, RESULT), { code: 'lease_lost' });
    await putJobOutput(jobs.deps, second, VIDEO, Buffer.from('second'));
    await completeJob(jobs.deps, second, RESULT);
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    assert.deepEqual(await findByHash(jobs.db, hashOf('first'), 10), []);
    const [row] = await findByHash(jobs.db, hashOf('second'), 10);
    assert.equal(row?.id, await idOf(accountId, first.jobId));
    jobs.clock.advanceMs(5 * 24 * 3_600_000);
    await sweepProvenance({ ...jobs, retentionDays: 365 });
    assert.ok(await findDelivered(jobs.db, row?.id ?? ''), 'what was delivered stays');
  });

  test('erasing an account leaves what was made, and not by whom', async () => {
    const [accountId, other] = [await jobs.account(), await jobs.account()];
    const made: Record<string, string> = {};
    for (const owner of [accountId, other]) {
      const job = await leased(owner);
      await putJobOutput(jobs.deps, job, VIDEO, Buffer.from(owner));
      await completeJob(jobs.deps, job, RESULT);
      made[owner] = await idOf(owner, job.jobId);
    }
    await provenanceData(jobs).erase(accountId);
    const erased = await findDelivered(jobs.db, made[accountId] ?? '');
    assert.deepEqual([erased?.account_id, erased?.credential_id, erased?.job_id], [null, null, null]);
    assert.equal((await findDelivered(jobs.db, made[other] ?? ''))?.account_id, other);
  });

  test('a long backlog is swept batch by batch', async () => {
    await sql`
      INSERT INTO provenance (id, kind, content_type, sha256, bytes, facts, made_at, delivered_at)
      SELECT gen_random_uuid(), 'tts', 'audio/wav', '\\x00', 1, '{"models":[],"consents":[],"composite":false,"sounds":true,"carried":true}',
        '2001-01-01', '2001-01-01' FROM generate_series(1, 2500)`.execute(jobs.db);
    const kept = (await count()) - 2_500;
    const sizes: number[] = [];
    for (let size = 1; size > 0; ) {
      size = await sweepProvenance({ ...jobs, retentionDays: 3_650 });
      sizes.push(size);
    }
    assert.deepEqual(sizes, [1_000, 1_000, 500, 0]);
    assert.equal(await count(), kept);
  });

  test('a whole sound comes back signed, and says nothing of who asked for it', async () => {
    const accountId = await jobs.account();
    const provenance = await openTestProvenance({ ...jobs.deps, consentsTo: async (ids) => [...ids] });
    const voiceId = '0190c2f5-0000-7000-8000-000000000001';
    const facts = {
      id: '0190c2f5-0000-7000-8000-000000000002',
      accountId,
      kind: 'tts',
      contentType: 'audio/wav',
    };
    const sound = provenance.begin({ ...facts, model: 'kokoro-82m', voiceId });
    const wav = encodeWav([new Float32Array(1_000)], 24_000);
    const signed = await sound.sign(wav);
    assert.deepEqual(signed.subarray(12, wav.length), wav.subarray(12));
    for (const said of ['trainedAlgorithmicMedia', 'kokoro-82m', voiceId, facts.id, 'c2pa.created'])
      assert.ok(signed.includes(said), said);
    assert.ok(!signed.includes(accountId));
    const { row } = sound.row();
    assert.deepEqual(row.sha256, createHash('sha256').update(signed).digest());
  });
});

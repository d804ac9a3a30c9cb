import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { sql } from '../../platform/database/index.ts';
import { defineEvent } from '../webhooks/index.ts';
import { cancelJob, createJob, createJobKinds, type JobKind, readJob } from './index.ts';
import { newJob, openJobs, type TestJobs } from './testing/open-jobs.ts';
import { TEST_KIND } from './testing/test-kind.ts';

const FAILED = defineEvent('song.failed', 'A song failed', { album: Type.String() });
const SONG: JobKind = {
  ...TEST_KIND,
  name: 'song',
  shown: ['album'],
  lipsyncOf: () => undefined,
  failed: { event: FAILED, payload: ({ shown }) => FAILED.payload({ album: shown.album ?? '' }) },
};

describe('what a kind shows of its request', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  after(() => jobs.close());

  const kinds = createJobKinds([TEST_KIND, SONG]);
  const enqueue = async (more: Parameters<typeof newJob>[1]) => {
    const accountId = await jobs.account();
    const job = newJob(accountId, { charges: [], webhookUrl: 'https://example.com/hook', ...more });
    const { jobId } = await jobs.db
      .transaction()
      .execute((tx) => createJob({ ...jobs.deps, kinds }, tx, job));
    return { accountId, jobId };
  };
  const deps = () => ({ ...jobs.deps, kinds });

  test('is read with the job, and nothing else of the request is', async () => {
    const song = await enqueue({ kind: 'song', request: { album: 'al_1', lyrics: 'La la.' } });
    assert.deepEqual((await readJob(deps(), song.accountId, song.jobId)).shown, { album: 'al_1' });
    const canceled = await cancelJob(deps(), song.accountId, song.jobId);
    assert.deepEqual([canceled.shown, canceled.video_model], [{ album: 'al_1' }, null]);
  });

  test('is null in a job of another kind', async () => {
    const video = await enqueue({ request: { text: 'Hello.' } });
    const row = await readJob(deps(), video.accountId, video.jobId);
    assert.deepEqual([row.shown, row.video_model, row.lipsync], [{ album: null }, 'own', 'procedural']);
  });

  test('is announced for a job that no worker can run, as for any other', async () => {
    const refusal = { error: 'No worker sings.', errorCode: 'no_singer' };
    const { jobId } = await enqueue({ kind: 'song', request: { album: 'al_2' }, refusal });
    const { rows } = await sql<{ payload: object }>`
      SELECT payload FROM webhook_deliveries WHERE subject_id = ${jobId}`.execute(jobs.db);
    assert.deepEqual(
      rows.map(({ payload }) => payload),
      [{ event: 'song.failed', album: 'al_2' }],
    );
  });
});

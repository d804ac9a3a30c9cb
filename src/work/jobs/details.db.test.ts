import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { sql } from '../../platform/database/index.ts';
import { defineEvent } from '../webhooks/index.ts';
import { cancelJob, createJob, createJobKinds, describeJob, type JobKind, readJob } from './index.ts';
import { newJob, openJobs, type TestJobs } from './testing/open-jobs.ts';
import { TEST_KIND } from './testing/test-kind.ts';

const FAILED = defineEvent('song.failed', 'A song failed', { album: Type.String() });
const SONG: JobKind = {
  ...TEST_KIND,
  name: 'song',
  details: [
    {
      name: 'album',
      schema: Type.String(),
      description: 'The album that the song is on.',
      after: 'batch',
      read: (request) => ('album' in request ? String(request.album) : undefined),
    },
  ],
  failed: { event: FAILED, payload: ({ details }) => FAILED.payload({ album: details.album ?? '' }) },
};

describe('details of a kind of job', () => {
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

  test('are stored with the job, and nothing else of the request is', async () => {
    const song = await enqueue({ kind: 'song', request: { album: 'al_1', lyrics: 'La la.' } });
    assert.deepEqual((await readJob(jobs.db, song.accountId, song.jobId)).details, { album: 'al_1' });
    const canceled = await cancelJob(deps(), song.accountId, song.jobId);
    assert.deepEqual(canceled.details, { album: 'al_1' });
  });

  test('are in every job, each in its place, and null in jobs of other kinds', async () => {
    const video = await enqueue({ request: { text: 'Hello.' } });
    const view: Readonly<Record<string, unknown>> = describeJob(
      deps(),
      await readJob(jobs.db, video.accountId, video.jobId),
    );
    assert.deepEqual([view.model, view.album], ['own', null]);
    assert.deepEqual(Object.keys(view), Object.keys(kinds.schema.properties));
    assert.match(Object.keys(view).join(), /height,model,credits.*batch_id,album,request_id/);
  });

  test('of one name are refused if two kinds mean different things by it', () => {
    const other = { ...SONG, name: 'opera', details: SONG.details?.map((detail) => ({ ...detail })) ?? [] };
    assert.throws(() => createJobKinds([SONG, other]), /two kinds of jobs show different details/);
    assert.equal(createJobKinds([SONG, { ...SONG, name: 'opera' }]).details.length, 1);
  });

  test('are announced for a job that no worker can run, as for any other', async () => {
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

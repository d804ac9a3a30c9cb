import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';

const MIGRATION = new URL('../../../migrations/0082-job-details.sql', import.meta.url);

/** A job as version 1.4 inserted it. */
type OldJob = { id: string; kind: string; request: object; model: string | null; lipsync: string | null };

const VIDEO = { kind: 'video', request: { lipsync_model: 'musetalk' }, model: 'musetalk', lipsync: 'neural' };
const DUB = { kind: 'dub', request: { dub_id: 'dub_1' }, model: null, lipsync: null };
const DUB_OF_EARLIER_VERSION = { ...DUB, request: {} };
const INFERENCE = { kind: 'inference', request: { dub_id: 'no dub' }, model: null, lipsync: null };

const EXPECTED = [
  { job: VIDEO, details: { video_model: 'musetalk', lipsync: 'neural' } },
  { job: DUB, details: { dub_id: 'dub_1' } },
  { job: DUB_OF_EARLIER_VERSION, details: {} },
  { job: INFERENCE, details: {} },
];

describe('jobs of the version before details were stored', () => {
  let jobs: TestJobs;
  let accountId: string;
  before(async () => {
    jobs = await openJobs();
    accountId = await jobs.account();
  });
  after(() => jobs.close());

  async function insertAsBefore({ id, kind, request, model, lipsync }: OldJob): Promise<void> {
    await sql`
      INSERT INTO jobs (id, account_id, kind, request, needs, video_model, lipsync, request_id, not_before, created_at)
      VALUES (${id}, ${accountId}::uuid, ${kind}, ${JSON.stringify(request)}::jsonb, '{}', ${model}, ${lipsync}, 'req', now(), now())
    `.execute(jobs.db);
  }
  const detailsOf = async (id: string) => (await jobs.read(accountId, id)).details;

  test('get their details when an old node creates them beside a new one', async () => {
    for (const [i, { job, details }] of EXPECTED.entries()) {
      await insertAsBefore({ ...job, id: `job_beside_${i}` });
      assert.deepEqual(await detailsOf(`job_beside_${i}`), details);
    }
  });

  test('get their details from the migration', async () => {
    await sql
      .raw(
        'DROP TRIGGER job_details_of_two_versions ON jobs; DROP FUNCTION job_details_of_two_versions; ALTER TABLE jobs DROP COLUMN details',
      )
      .execute(jobs.db);
    for (const [i, { job }] of EXPECTED.entries()) await insertAsBefore({ ...job, id: `job_before_${i}` });
    await sql.raw(await readFile(MIGRATION, 'utf8')).execute(jobs.db);
    for (const [i, { details }] of EXPECTED.entries())
      assert.deepEqual(await detailsOf(`job_before_${i}`), details);
  });

  test('still show an old node what a new one stored', async () => {
    await sql`
      INSERT INTO jobs (id, account_id, kind, request, needs, details, request_id, not_before, created_at)
      VALUES ('job_new', ${accountId}::uuid, 'video', '{}', '{}', '{"video_model": "vox-lips", "lipsync": "neural"}', 'req', now(), now())
    `.execute(jobs.db);
    const { rows } = await sql`SELECT video_model, lipsync FROM jobs WHERE id = 'job_new'`.execute(jobs.db);
    assert.deepEqual(rows, [{ video_model: 'vox-lips', lipsync: 'neural' }]);
  });
});

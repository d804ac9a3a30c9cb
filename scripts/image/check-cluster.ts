import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalS3 } from '../../src/platform/storage/testing/local-s3.ts';
import { until } from '../../src/platform/testing/until.ts';
import { freePort } from '../running-service/service-process.ts';
import type { Containers } from './engine.ts';
import { statusAtEnd, timeStart } from './service.ts';
import { speaks } from './talk.ts';

const NAME = 'vox-cluster';
const WORKER = 'vox-cluster-worker';
const SCRATCH = ['--tmpfs=/tmp:mode=1777'];
const FILM_MS = 300_000;

type Job = { status: string; error?: unknown; output_url?: string };

/** What compose.yaml starts: PostgreSQL, an object store, a service without jobs of its own, and a worker from the same image. */
export async function checkCluster(containers: Containers, image: string): Promise<void> {
  const { TEST_DATABASE_URL } = process.env;
  if (!TEST_DATABASE_URL)
    throw new Error('Run this with scripts/with-postgres.sh, as npm run check:image does.');
  const objects = await startLocalS3();
  try {
    const { endpoint, region, accessKeyId, secretAccessKey } = objects.settings;
    const store = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: 'vox',
      AWS_ACCESS_KEY_ID: accessKeyId,
    };
    const s3 = { ...store, AWS_SECRET_ACCESS_KEY: secretAccessKey };
    await createsBucket(containers, image, s3);
    const port = await freePort();
    const server = `http://127.0.0.1:${port}`;
    const secret = randomBytes(32).toString('hex');
    const secrets = { SESSION_SECRET: secret, WORKER_SECRET: secret, DATA_KEYS: `2026:${secret}` };
    const place = {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: TEST_DATABASE_URL,
      JOB_CONCURRENCY: '0',
    };
    const options = { volumes: ['vox-cluster-data:/data'], flags: SCRATCH };
    await containers.start(image, { name: NAME, env: { ...s3, ...secrets, ...place }, ...options });
    await timeStart(server);
    const key = await containers.exec(NAME, 'cat', '/data/demo-key');
    await speaks({ server, key }, 'On PostgreSQL and an object store.');
    await rendersFilm(containers, image, { server, key, secret });
  } finally {
    await containers.close();
    await objects.close();
  }
}

async function createsBucket(
  containers: Containers,
  image: string,
  env: Record<string, string>,
): Promise<void> {
  for (const expected of [/was created/, /is there already/]) {
    const name = 'vox-cluster-bucket';
    await containers.start(image, { name, args: ['create-bucket'], env, flags: SCRATCH });
    assert.equal(await statusAtEnd(containers, name), 0);
    assert.match(await containers.logsOf(name), expected);
    await containers.podman('rm', name);
  }
}

async function rendersFilm(
  containers: Containers,
  image: string,
  { server, key, secret }: { server: string; key: string; secret: string },
): Promise<void> {
  const env = { VOX_SERVER: server, WORKER_SECRET: secret };
  await containers.start(image, { name: WORKER, args: ['worker', '--name', 'image'], env, flags: SCRATCH });
  // Without a live worker the service refuses a film at once.
  await until(async () => (await containers.logsOf(WORKER)).includes('image works for'));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: 'A worker from the same image made this film.', voice_id: 'bf_emma' });
  const asked = await fetch(`${server}/api/v1/avatar`, { method: 'POST', headers, body });
  const { job_id: id } = (await asked.json()) as { job_id: string };
  assert.ok(id, 'the film was refused');
  const startMs = performance.now();
  const job = await endOf(`${server}/api/v1/jobs/${id}`, headers);
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  const film = await fetch(`${server}/api/v1/jobs/${id}/output`, { headers });
  const bytes = (await film.arrayBuffer()).byteLength;
  assert.ok(bytes > 10_000, `the film has only ${bytes} bytes`);
  process.stdout.write(
    `✔ a worker from the image made a film of ${bytes} bytes in ${Math.round((performance.now() - startMs) / 1_000)} s\n`,
  );
  const stopMs = performance.now();
  await containers.podman('stop', '--time=45', WORKER);
  assert.equal(await statusAtEnd(containers, WORKER), 0);
  process.stdout.write(
    `✔ SIGTERM ended the worker with status 0 in ${((performance.now() - stopMs) / 1_000).toFixed(2)} s\n`,
  );
}

async function endOf(url: string, headers: Record<string, string>): Promise<Job> {
  const latest = performance.now() + FILM_MS;
  for (;;) {
    const job = (await (await fetch(url, { headers })).json()) as Job;
    if (!['queued', 'running', 'processing', 'pending'].includes(job.status)) return job;
    if (performance.now() > latest) throw new Error(`The film was not made: ${JSON.stringify(job)}`);
    await sleep(500);
  }
}

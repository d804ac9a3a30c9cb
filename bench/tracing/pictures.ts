/**
 * npm run bench:trace-pictures
 *
 * Draws the traces of a call and of a film, which a worker in another process renders, to docs/measurements/traces.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../scripts/running-service/client.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { startWorker } from '../../scripts/running-service/worker-process.ts';
import { openOtlpReceiver, type ReceivedSpan } from '../../src/platform/otlp/testing/otlp-receiver.ts';
import { drawTrace } from './draw-trace.ts';

const SECRET = 'a-secret-of-thirty-two-characters';
const TEXT = 'Good morning. This film was ordered at one node, and made by another.';
const FOLDER = 'docs/measurements/traces';
/** Longer than spans wait before they are sent. */
const SENT_MS = 4_000;

const receiver = await openOtlpReceiver();
const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
  OTEL_METRICS_EXPORTER: 'none',
  OTEL_LOGS_EXPORTER: 'none',
};
const folder = await mkdtemp(join('data', 'bench-'));
const of = { dataDir: join(folder, 'node'), jobConcurrency: 0, workerSecret: SECRET, withoutCache: true };
const service = await startService({ ...of, settings });
const worker = await startWorker(service.url, SECRET, join(folder, 'worker'), settings);
const client = createClient(service.url, 2);
const { key } = await client.signUp();
await mkdir(FOLDER, { recursive: true });

// The first of each wakes its engines.
for (const name of ['cold', 'warm']) {
  const spoken = await post('/api/v1/tts', { text: TEXT, voice_id: 'af_heart' });
  const film = await post('/api/v1/avatar', { text: TEXT });
  await finished(film.body.job_id ?? '');
  await sleep(SENT_MS);
  if (name === 'cold') continue;
  await writeFile(join(FOLDER, 'call.svg'), drawTrace('A call of speech', spansOf(spoken.traceId)));
  await writeFile(join(FOLDER, 'film.svg'), drawTrace('A film that a worker renders', spansOf(film.traceId)));
}
await client.close();
await worker.stop();
await service.stop();
await receiver.close();
await rm(folder, { recursive: true });

type Job = { job_id?: string; status?: string };

async function post(path: string, body: object): Promise<{ traceId: string | null; body: Job }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const reply = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(await reply.text());
  const read = await reply.text();
  const isJson = reply.headers.get('content-type')?.includes('json');
  return { traceId: reply.headers.get('x-trace-id'), body: isJson ? (JSON.parse(read) as Job) : {} };
}

async function finished(jobId: string): Promise<void> {
  for (;;) {
    const headers = { authorization: `Bearer ${key}` };
    const job = (await (await fetch(`${service.url}/api/v1/jobs/${jobId}`, { headers })).json()) as Job;
    if (job.status === 'completed') return;
    if (job.status === 'failed') throw new Error(JSON.stringify(job));
    await sleep(500);
  }
}

function spansOf(traceId: string | null): ReceivedSpan[] {
  return receiver.spans.filter((span) => span.traceId === traceId);
}

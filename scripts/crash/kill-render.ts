import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { descendantsOf } from '../running-service/processes.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';
import { startWorker, type WorkerProcess } from '../running-service/worker-process.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { readVideo, requestVideo, secondsOf, type Video } from './videos.ts';

const SECRET = 'a worker secret of the crash tests only';
const TEXT =
  'The little boat is red today, and it sails far out over the big blue sea before the night comes. ';
/** Processes to kill during a render, in turn. */
const VICTIMS = ['server', 'renderer', 'ffmpeg', 'worker'] as const;
/** Covers an expired lease, the pause before the next attempt, and a slow machine. */
const VIDEO_MS = 240_000;
/** Rate limit of a key: sixty calls a minute. */
const POLL_MS = 1_050;

/** Kills a process during a render. The video must still arrive complete and be charged once. */
export async function killRender(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `render-${options.seed}-${Date.now().toString(36)}-`;
  const violations: string[] = [];
  const videos: Video[] = [];
  const settings = { ...options, workerSecret: SECRET, jobConcurrency: 0 };
  let service = await startService(settings);
  let worker = await startWorker(service.url, SECRET, `${options.dataDir}/worker`);
  const client = createClient(service.url, 2);
  const account = await client.signUp();
  await client.close();

  for (let round = 1; round <= options.rounds; round += 1) {
    const victim = VICTIMS[(round - 1) % VICTIMS.length] ?? 'server';
    const id = await requestVideo(service.url, account, `${run}${round}`, TEXT.repeat(4));
    await untilRendering(service.url, account, id);
    await sleep(random(0, 1_500));
    ({ service, worker } = await kill(victim, { service, worker }));
    const video = await untilFinished(service.url, account, id);
    videos.push(video);
    const problems = await judge(service.url, account, video);
    violations.push(...problems.map((problem) => `round ${round}, ${victim}: ${problem}`));
    print(
      `round ${String(round).padStart(2)} · ${victim.padEnd(8)} · ${video.status} after ${video.attempts} attempts · ${problems.length === 0 ? 'ok' : problems.join(', ')}`,
    );
  }

  await worker.stop();
  await service.stop();
  const ledger = await readLedger(options, run);
  const open = ledger.charges.filter(({ status }) => status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open`);
  violations.push(...ledger.differences);
  const charged = ledger.charges.reduce(
    (sum, { status, credits }) => sum + (status === 'settled' ? credits : 0),
    0,
  );
  const cost = videos.reduce((sum, { credits }) => sum + credits, 0);
  if (charged !== cost) violations.push(`${charged} credits were taken for videos that cost ${cost}`);
  const settled = ledger.charges.filter(({ status }) => status === 'settled').length;
  const acknowledged = videos.filter(({ status }) => status === 'completed').length;
  return { calls: videos.length, acknowledged, settled, violations };

  async function kill(
    victim: (typeof VICTIMS)[number],
    now: { service: ServiceProcess; worker: WorkerProcess },
  ): Promise<{ service: ServiceProcess; worker: WorkerProcess }> {
    if (victim === 'server') {
      const { port } = new URL(now.service.url);
      await now.service.kill();
      return { ...now, service: await startService({ ...settings, port: Number(port) }) };
    }
    if (victim === 'worker') {
      await now.worker.kill();
      return { ...now, worker: await startWorker(now.service.url, SECRET, `${options.dataDir}/worker`) };
    }
    const wanted = victim === 'ffmpeg' ? /ffmpeg.*libx264/ : /video\/process\.ts/;
    const found = (await descendantsOf(now.worker.pid)).find(({ command }) => wanted.test(command));
    if (found) process.kill(found.pid, 'SIGKILL');
    else violations.push(`there was no ${victim} to kill`);
    return now;
  }
}

async function untilRendering(url: string, account: Account, id: string): Promise<void> {
  const endsAtMs = Date.now() + VIDEO_MS;
  while (Date.now() < endsAtMs) {
    const { stage } = await readVideo(url, account, id);
    if (stage === 'rendering') return;
    if (stage === 'completed' || stage === 'failed') throw new Error(`the video was ${stage} too soon`);
    await sleep(POLL_MS);
  }
  throw new Error('the video did not begin');
}

async function untilFinished(url: string, account: Account, id: string): Promise<Video> {
  const endsAtMs = Date.now() + VIDEO_MS;
  let reached = 0;
  for (;;) {
    const video = await readVideo(url, account, id);
    if (video.progress < reached) throw new Error(`progress fell from ${reached} to ${video.progress}`);
    reached = video.progress;
    if (video.finished_at !== null || Date.now() > endsAtMs) return video;
    await sleep(POLL_MS);
  }
}

async function judge(url: string, account: Account, video: Video): Promise<string[]> {
  if (video.status !== 'completed') return [`${video.status}: ${video.error}`];
  const problems: string[] = [];
  const text = TEXT.repeat(4).trim().length;
  const cost = text + 10 * Math.ceil(video.duration_seconds ?? 0);
  if (video.credits !== cost) problems.push(`cost ${video.credits}, not ${cost}`);
  const seconds = await secondsOf(url, account, video);
  if (Math.abs(seconds - (video.duration_seconds ?? 0)) > 0.1)
    problems.push(`decodes to ${seconds} s of ${video.duration_seconds}`);
  return problems;
}

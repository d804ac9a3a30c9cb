import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { descendantsOf, waitForEnd } from '../running-service/processes.ts';
import { startService } from '../running-service/service-process.ts';
import { startWorker } from '../running-service/worker-process.ts';
import { auditDubs } from './audit-dubs.ts';
import { createDubber, type Dub } from './dubs.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';

const SECRET = 'a worker secret of the crash tests only';
const STAGES = ['hearing', 'translating', 'casting', 'speaking', 'mixing', 'rendering'];
const VICTIMS = ['server', 'worker'] as const;
const STT_CREDITS = 5;
const VIDEO_CREDITS = 10;
const ENGINES_EXIT_WITHIN_MS = 10_000;

/**
 * Kills the server or the worker in each stage of a dub, in turn. The dub must be completed, once, and be charged once for
 * what it says. What was done before the kill is not done again.
 */
export async function killDub(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `dub-${options.seed}-${Date.now().toString(36)}-`;
  const workerDir = `${options.dataDir}/worker`;
  const violations: string[] = [];
  const dubs: Dub[] = [];
  let consents = 0;
  const temporary = `${options.dataDir}/tmp`;
  await mkdir(temporary, { recursive: true });
  const settings = {
    ...options,
    workerSecret: SECRET,
    jobConcurrency: 0,
    settings: { TMPDIR: temporary },
  };
  let service = await startService(settings);
  let worker = await startWorker(service.url, SECRET, workerDir);
  const client = createClient(service.url, 2);
  const account = await client.signUp();
  await client.close();
  const dubber = createDubber(service.url, account);
  await dubber.buyPlan('creator');
  const film = await dubber.record(`film-${run}`);

  for (let round = 1; round <= options.rounds; round += 1) {
    const stage = STAGES[(round - 1) % STAGES.length] ?? '';
    const victim = VICTIMS[Math.floor((round - 1) / STAGES.length) % VICTIMS.length] ?? 'server';
    const beganAtMs = Date.now();
    const jobId = await dubber.order(film, `${run}${round}`, stage === 'casting');
    if (stage === 'casting') consents += 1;
    const isSeen = await dubber.seen(jobId, stage);
    await sleep(random(0, stage === 'mixing' ? 100 : 700));
    const orphans = await kill(victim);
    const dub = await dubber.until(jobId, ({ finished_at }) => finished_at !== null);
    dubs.push(dub);
    const problems = await judge(dub);
    if (orphans > 0) problems.push(`${orphans} engine processes outlived the ${victim}`);
    if (!isSeen) problems.push(`was never seen ${stage}`);
    violations.push(...problems.map((problem) => `round ${round}, ${victim} while ${stage}: ${problem}`));
    print(
      `round ${String(round).padStart(2)} · ${victim} killed while ${stage} · ${dub.status} after ${dub.attempts} attempts and ${Math.round((Date.now() - beganAtMs) / 1_000)} s, ${dub.credits} credits · ${problems.join(', ') || 'ok'}`,
    );
  }

  await worker.stop();
  await service.stop();
  const ledger = await readLedger(options, run);
  const open = ledger.charges.filter(({ status }) => status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open`);
  violations.push(...ledger.differences);
  const settled = ledger.charges.filter(({ status }) => status === 'settled');
  const charged = settled.reduce((sum, { credits }) => sum + credits, 0);
  const cost = dubs.reduce((sum, { credits }) => sum + credits, 0);
  if (charged !== cost) violations.push(`${charged} credits were taken for dubs that cost ${cost}`);
  const scratch = [temporary, `${workerDir}/work`];
  violations.push(...(await auditDubs({ ...options, scratch }, account.id, { made: dubs.length, consents })));
  const acknowledged = dubs.filter(({ status }) => status === 'completed').length;
  return { calls: dubs.length, acknowledged, settled: settled.length, violations };

  /** Returns how many of its engines outlived it. */
  async function kill(victim: (typeof VICTIMS)[number]): Promise<number> {
    const { pid } = victim === 'worker' ? worker : service;
    const engines = await descendantsOf(pid);
    if (victim === 'worker') {
      await worker.kill();
      const orphans = await waitForEnd(engines, ENGINES_EXIT_WITHIN_MS);
      worker = await startWorker(service.url, SECRET, workerDir);
      return orphans.length;
    }
    const { port } = new URL(service.url);
    await service.kill();
    const orphans = await waitForEnd(engines, ENGINES_EXIT_WITHIN_MS);
    service = await startService({ ...settings, port: Number(port) });
    return orphans.length;
  }

  async function judge(dub: Dub): Promise<string[]> {
    if (dub.status !== 'completed') return [`${dub.status}: ${dub.error}`];
    const { lines, duration_seconds: seconds } = await dubber.read(dub);
    const characters = lines.reduce((sum, { translation }) => sum + [...(translation ?? '')].length, 0);
    const cost = (STT_CREDITS + VIDEO_CREDITS) * Math.ceil(seconds) + characters;
    const problems: string[] = [];
    if (dub.credits !== cost) problems.push(`cost ${dub.credits}, not ${cost}`);
    const bytes = await dubber.download(dub);
    if (bytes < 1_000) problems.push(`the result has ${bytes} bytes`);
    return problems;
  }
}

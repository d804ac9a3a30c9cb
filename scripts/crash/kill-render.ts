import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from '../running-service/books.ts';
import { type Account, createClient } from '../running-service/client.ts';
import { descendantsOf } from '../running-service/processes.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';
import { startWorker, type WorkerProcess } from '../running-service/worker-process.ts';
import { type Film, filmOf, orderFilm, readFilm } from './films.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';

const SECRET = 'a worker secret of the crash tests only';
const TEXT =
  'The little boat is red today, and it sails far out over the big blue sea before the night comes. ';
/** Who dies in the middle of a film, in turn. */
const VICTIMS = ['server', 'renderer', 'ffmpeg', 'worker'] as const;
/** A lease that runs out, the pause before the next attempt, and a slow machine. */
const FILM_MS = 240_000;
/** A key may ask sixty times a minute. */
const LOOK_MS = 1_050;

/** Kills what makes a film in the middle of it: the film must come all the same, whole, and be charged once. */
export async function killRender(options: CrashOptions, say: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `render-${options.seed}-${Date.now().toString(36)}-`;
  const violations: string[] = [];
  const films: Film[] = [];
  const settings = { ...options, workerSecret: SECRET, jobConcurrency: 0 };
  let service = await startService(settings);
  let worker = await startWorker(service.url, SECRET, `${options.dataDir}/worker`);
  const client = createClient(service.url, 2);
  const account = await client.signUp();
  await client.close();

  for (let round = 1; round <= options.rounds; round += 1) {
    const victim = VICTIMS[(round - 1) % VICTIMS.length] ?? 'server';
    const id = await orderFilm(service.url, account, `${run}${round}`, TEXT.repeat(4));
    await untilRendering(service.url, account, id);
    await sleep(random(0, 1_500));
    ({ service, worker } = await kill(victim, { service, worker }));
    const film = await untilEnded(service.url, account, id);
    films.push(film);
    const problems = await judge(service.url, account, film);
    violations.push(...problems.map((problem) => `round ${round}, ${victim}: ${problem}`));
    say(
      `round ${String(round).padStart(2)} · ${victim.padEnd(8)} · ${film.status} after ${film.attempts} attempts · ${problems.length === 0 ? 'ok' : problems.join(', ')}`,
    );
  }

  await worker.stop();
  await service.stop();
  const books = await readBooks(options, run);
  const open = books.charges.filter(({ status }) => status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open`);
  violations.push(...books.differences);
  const charged = books.charges.reduce(
    (sum, { status, credits }) => sum + (status === 'settled' ? credits : 0),
    0,
  );
  const cost = films.reduce((sum, { credits }) => sum + credits, 0);
  if (charged !== cost) violations.push(`${charged} credits were taken for films that cost ${cost}`);
  const settled = books.charges.filter(({ status }) => status === 'settled').length;
  const acknowledged = films.filter(({ status }) => status === 'completed').length;
  return { calls: films.length, acknowledged, settled, violations };

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
  const endsAtMs = Date.now() + FILM_MS;
  while (Date.now() < endsAtMs) {
    const { stage } = await readFilm(url, account, id);
    if (stage === 'rendering') return;
    if (stage === 'completed' || stage === 'failed') throw new Error(`the film was ${stage} too soon`);
    await sleep(LOOK_MS);
  }
  throw new Error('the film did not begin');
}

async function untilEnded(url: string, account: Account, id: string): Promise<Film> {
  const endsAtMs = Date.now() + FILM_MS;
  let reached = 0;
  for (;;) {
    const film = await readFilm(url, account, id);
    if (film.progress < reached) throw new Error(`progress fell from ${reached} to ${film.progress}`);
    reached = film.progress;
    if (film.finished_at !== null || Date.now() > endsAtMs) return film;
    await sleep(LOOK_MS);
  }
}

async function judge(url: string, account: Account, film: Film): Promise<string[]> {
  if (film.status !== 'completed') return [`${film.status}: ${film.error}`];
  const problems: string[] = [];
  const text = TEXT.repeat(4).trim().length;
  const cost = text + 10 * Math.ceil(film.duration_seconds ?? 0);
  if (film.credits !== cost) problems.push(`cost ${film.credits}, not ${cost}`);
  const seconds = await filmOf(url, account, film);
  if (Math.abs(seconds - (film.duration_seconds ?? 0)) > 0.1)
    problems.push(`decodes to ${seconds} s of ${film.duration_seconds}`);
  return problems;
}

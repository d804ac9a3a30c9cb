import { setTimeout as sleep } from 'node:timers/promises';
import { openReceiver } from '../../src/work/webhooks/testing/receiver.ts';
import { createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { descendantsOf, waitForEnd } from '../running-service/processes.ts';
import { startService } from '../running-service/service-process.ts';
import { startWorker } from '../running-service/worker-process.ts';
import { auditCharges, auditClones } from './audit-clones.ts';
import { recordSamples, type Spoken } from './clone-samples.ts';
import { type Clone, createCloner, type Kind } from './clones.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom, type Victim } from './options.ts';
import { judgeResumption, type Killing, type Resumption, readResumptions } from './resumptions.ts';

const SECRET = 'a worker secret of the crash tests only';
/** Its slots are soon taken, so that a clone needs the slot that another gave back. */
const PLAN = { name: 'creator', slots: 3 };
const SENTENCE = 'This is my voice.';
/** Covers an expired lease, the pause before the next attempt, and a slow machine. */
const CLONE_MS: Record<Kind, number> = { instant: 900_000, professional: 3_600_000 };
/** The client sees the process die within these. A professional clone has checkpoints by then. */
const KILLED_AT: Record<Kind, readonly [number, number]> = { instant: [0, 85], professional: [25, 80] };
const ENGINES_EXIT_WITHIN_MS = 10_000;
const DELIVERED_WITHIN_MS = 30_000;

/** The part of a range in which one of several kills falls. */
function share([from, to]: readonly [number, number], i: number, count: number): [number, number] {
  const at = (part: number): number => Math.round(from + ((to - from) * part) / count);
  return [at(i), at(i + 1)];
}

/**
 * Kills the server, the worker or its engines during each training. The clone must become ready, once, in one slot
 * and free of charge. The last rounds, `professional` of them, make professional clones, which must resume instead of
 * beginning again.
 */
export async function killClone(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `clone-${options.seed}-${Date.now().toString(36)}-`;
  const workerDir = `${options.dataDir}/worker`;
  const violations: string[] = [];
  const spoken: Spoken[] = [];
  const live: string[] = [];
  const receiver = await openReceiver();
  const settings = {
    ...options,
    workerSecret: SECRET,
    jobConcurrency: 0,
    outboundAllow: receiver.place,
  };
  let service = await startService(settings);
  let worker = await startWorker(service.url, SECRET, workerDir);
  const client = createClient(service.url, 2);
  const account = await client.signUp();
  await client.close();
  const cloner = createCloner(service.url, account);
  await cloner.buyPlan(PLAN.name);

  let ready = 0;
  let killed = 0;
  const nextVictim = (): Victim => options.victims[killed++ % options.victims.length] ?? 'server';
  for (let round = 1; round <= options.rounds; round += 1) {
    const kind = round > options.rounds - options.professional ? 'professional' : 'instant';
    const victims = Array.from({ length: options.kills }, () => nextVictim());
    const { line, problems } = await runRound(`${run}${round}`, kind, victims);
    violations.push(...problems.map((problem) => `round ${round}, ${victims.join()}: ${problem}`));
    print(`round ${String(round).padStart(2)} · ${kind} · ${line} · ${problems.join(', ') || 'ok'}`);
  }
  for (const id of live.splice(1)) await cloner.delete(id);
  await worker.stop();
  await service.stop();
  await receiver.close();
  const ledger = await readLedger(options, run);
  violations.push(...auditCharges(ledger, spoken));
  const expected = { accountId: account.id, made: options.rounds, live: live.length };
  violations.push(...(await auditClones({ ...options, workDir: `${workerDir}/work` }, expected)));
  const settled = ledger.charges.filter(({ status }) => status === 'settled').length;
  return { calls: options.rounds, acknowledged: ready, settled, violations };

  async function runRound(name: string, kind: Kind, victims: readonly Victim[]) {
    const problems: string[] = [];
    const samples = await recordSamples(cloner, { kind, requestId: `${name}-sample` }, spoken);
    if (live.length === PLAN.slots) await cloner.delete(live.shift() ?? '');
    const order = { kind, samples, requestId: `${name}-clone`, webhookUrl: receiver.url };
    const { voiceId } = await cloner.order(order);
    live.push(voiceId);

    let seen: Clone | undefined;
    let due: { at: number; resolve(): void } | undefined;
    const following = cloner.follow(voiceId, CLONE_MS[kind], (clone) => {
      if (seen && clone.progress < seen.progress)
        problems.push(`progress fell from ${seen.progress} to ${clone.progress}`);
      if (seen?.status === 'training' && clone.status === 'queued') problems.push('went back to the queue');
      seen = clone;
      if (due && clone.status === 'training' && clone.progress >= due.at) due.resolve();
    });
    const kills: Killing[] = [];
    for (const [i, victim] of victims.entries()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      due = { at: random(...share(KILLED_AT[kind], i, victims.length)), resolve };
      await Promise.race([promise, following]);
      await sleep(random(0, 1_500));
      const at = seen?.progress ?? 0;
      if (seen?.status !== 'training') problems.push(`was ${seen?.status} when the ${victim} was killed`);
      kills.push({ victim, at, resumptions: seen ? (await resumptionsOf(seen)).length : 0 });
      const orphans = await kill(victim);
      if (orphans > 0) problems.push(`${orphans} engine processes outlived the ${victim}`);
      const repeated = await cloner.order(order);
      if (!repeated.replayed || repeated.voiceId !== voiceId)
        problems.push('the repeated order was another one');
    }

    const clone = await following;
    const resumptions = await resumptionsOf(clone);
    problems.push(...(await judge(clone, `${name}-spoken`)));
    if (kind === 'professional')
      for (const one of kills) problems.push(...judgeResumption(resumptions[one.resumptions], one));
    const deaths = kills.map(({ victim, at }) => `${victim} killed at ${at} %`).join(', ');
    const resumed = resumptions.map(({ step, steps }) => `, resumed at step ${step} of ${steps}`).join('');
    const attempts = `attempt ${await cloner.attemptsOf(clone)}`;
    return {
      line: `${deaths}${resumed} · ${clone.status}, similarity ${clone.similarity}, ${attempts}`,
      problems,
    };
  }

  function resumptionsOf({ job_id }: Clone): Promise<Resumption[]> {
    return readResumptions(`${workerDir}/worker.log`, job_id);
  }

  /** Returns how many of its engines outlived it. */
  async function kill(victim: Victim): Promise<number> {
    const killed = victim === 'server' ? service : worker;
    const engines = await descendantsOf(killed.pid);
    if (victim === 'engines') {
      for (const { pid } of engines) process.kill(pid, 'SIGKILL');
      return 0;
    }
    await killed.kill();
    const orphans = await waitForEnd(engines, ENGINES_EXIT_WITHIN_MS);
    const port = Number(new URL(service.url).port);
    if (victim === 'server') service = await startService({ ...settings, port });
    else worker = await startWorker(service.url, SECRET, workerDir);
    return orphans.length;
  }

  async function judge(clone: Clone, requestId: string): Promise<string[]> {
    const { id, status, error } = clone;
    if (status !== 'ready') return [`${status}: ${error}`];
    ready += 1;
    const problems: string[] = [];
    const endsAtMs = Date.now() + DELIVERED_WITHIN_MS;
    let events = await cloner.deliveriesOf(id);
    while (events.some((event) => event.status !== 'delivered') && Date.now() < endsAtMs) {
      await sleep(1_500);
      events = await cloner.deliveriesOf(id);
    }
    const recorded = events.map((event) => `${event.event} ${event.status}`).join(', ');
    if (recorded !== 'clone.ready delivered') problems.push(`the log of events says: ${recorded}`);
    const received = receiver.received.filter(({ body }) => body.includes(id)).length;
    if (received !== 1) problems.push(`${received} events were received`);
    const listed = await cloner.list();
    if (listed.toSorted().join() !== live.toSorted().join())
      problems.push(`${listed.length} slots are taken, not ${live.length}`);
    await cloner.speak(id, SENTENCE, requestId);
    spoken.push({ requestId, characters: SENTENCE.length });
    return problems;
  }
}

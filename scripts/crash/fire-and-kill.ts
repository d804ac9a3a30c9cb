import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, createClient } from '../running-service/client.ts';
import { waitForEnd } from '../running-service/processes.ts';
import type { ServiceProcess } from '../running-service/service-process.ts';
import { type TrackedCall, track } from './tracked-calls.ts';

type Moment = { answers: number; afterFirstMs: number; delayMs: number };

const ENGINES_EXIT_WITHIN_MS = 5_000;

export type Crash = { tracked: TrackedCall[]; orphans: number; killedAt: Date };

/** Sends all calls at once and kills the service between the first response and the last. */
export async function fireAndKill(
  service: ServiceProcess,
  calls: Call[],
  random: (from: number, to: number) => number,
): Promise<Crash> {
  const moment = chooseMoment(random, calls.length);
  const client = createClient(service.url);
  const kill = Promise.withResolvers<void>();
  let answers = 0;
  let timer: NodeJS.Timeout | undefined;
  const sent = calls.map(async (call) => {
    const first = await client.speak(call);
    if (first.kind === 'answered') answers += 1;
    if (answers > 0) timer ??= setTimeout(kill.resolve, moment.afterFirstMs);
    if (answers >= moment.answers) kill.resolve();
    return track(call, first);
  });
  await Promise.race([kill.promise, Promise.all(sent)]);
  clearTimeout(timer);
  await sleep(moment.delayMs);
  const engines = await service.children();
  await service.kill();
  const killedAt = new Date();
  const orphans = await waitForEnd(engines, ENGINES_EXIT_WITHIN_MS);
  const tracked = await Promise.all(sent);
  await client.close();
  return { tracked, orphans: orphans.length, killedAt };
}

/** On a slow machine the timer fires before that many responses, and well before queued calls are rejected. */
function chooseMoment(random: (from: number, to: number) => number, calls: number): Moment {
  return {
    answers: random(5, Math.min(150, calls - 1)),
    afterFirstMs: random(2_000, 20_000),
    delayMs: random(0, 300),
  };
}

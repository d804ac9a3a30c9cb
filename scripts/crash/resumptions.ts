import { readFile } from 'node:fs/promises';
import type { Victim } from './options.ts';

/** A line of the worker's log. */
export type Resumption = { job_id: string; step: number; steps: number };

/** The match that a fitting starts from. Steps are nearly all of the rest. */
const MATCH_PERCENT = 15;

export async function readResumptions(logPath: string, jobId: string): Promise<Resumption[]> {
  return (await readFile(logPath, 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"resuming the fitting"'))
    .map((line) => JSON.parse(line) as Resumption)
    .filter(({ job_id }) => job_id === jobId);
}

/** Tells what was killed, at which progress, and how often the clone had been resumed by then. */
export type Killing = { victim: Victim; at: number; resumptions: number };

/**
 * A worker keeps its job while the server restarts. Any other victim makes a new attempt resume from all that was shown. Takes
 * the first resumption after the kill.
 */
export function judgeResumption(resumption: Resumption | undefined, { victim, at }: Killing): string[] {
  if (!resumption) return victim === 'server' ? [] : [`it began again after the ${victim} was killed`];
  const { step, steps } = resumption;
  const shown = Math.floor((steps * (at - MATCH_PERCENT)) / (100 - MATCH_PERCENT));
  return step < shown ? [`it resumed at step ${step}, but had shown ${shown}`] : [];
}

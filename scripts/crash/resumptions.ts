import { readFile } from 'node:fs/promises';

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

/** A worker keeps its job while the server restarts. Any other victim makes a new attempt resume from all that was shown. */
export function judgeResumptions(resumptions: Resumption[], victim: string, killedAt: number): string[] {
  const problems: string[] = [];
  if (victim !== 'server' && resumptions.length === 0) problems.push('it began again');
  for (const { step, steps } of resumptions) {
    const shown = Math.floor((steps * (killedAt - MATCH_PERCENT)) / (100 - MATCH_PERCENT));
    if (step < shown) problems.push(`it resumed at step ${step}, but had shown ${shown}`);
  }
  return problems;
}

import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './count-reporter.ts';

/** `cpuSeconds` is the processor time of the process and of all that it started and waited for. */
export type Ran = Counts & { report: string; cpuSeconds: number };

/** Far more than any needs, so that one that hangs is reported with its name and does not use up the time of the check. */
const TEST_MINUTES = 8;
/** What a test that hung has left open may keep the process from ending. */
const GROUP_MINUTES = 30;

/** Node tells the processor time of its own process only. */
const TIMED = `TIMEFORMAT="%U %S"; { time timeout --foreground -k 10 ${GROUP_MINUTES}m "$@" 2>&3; } 3>&2 2>"$0"`;

/** Runs the files in one process. */
export async function runGroup(files: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const countsPath = join(tmpdir(), `counts-${crypto.randomUUID()}`);
  const timesPath = `${countsPath}.times`;
  const child = spawn(
    'bash',
    [
      '-c',
      TIMED,
      timesPath,
      process.execPath,
      '--test',
      '--test-isolation=none',
      `--test-timeout=${TEST_MINUTES * 60_000}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/check/count-reporter.ts',
      `--test-reporter-destination=${countsPath}`,
      ...files,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const report = Buffer.concat(output).toString();
  const written = await readFile(countsPath, 'utf8').catch(() => '');
  const times = await readFile(timesPath, 'utf8');
  const cpuSeconds = times.split(' ').reduce((total, seconds) => total + Number(seconds), 0);
  for (const path of [countsPath, timesPath]) await rm(path, { force: true });
  const counts: Counts = JSON.parse(written || '{"passed":0,"failures":[],"secondsOfFile":{}}');
  if (status === 0 || counts.failures.length > 0) return { ...counts, report, cpuSeconds };
  // A process that died before it wrote its counts must count as a failure.
  const what = `✖ Exit status ${status} while testing ${files.join(' ')}`;
  return { ...counts, failures: [{ file: undefined, what }], report: `${report}\n${what}\n`, cpuSeconds };
}

import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './count-reporter.ts';

export type Ran = Counts & { report: string };

/** Runs the files in one process. */
export async function runGroup(files: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const countsPath = join(tmpdir(), `counts-${crypto.randomUUID()}`);
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-isolation=${files.length > 1 ? 'none' : 'process'}`,
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
  await rm(countsPath, { force: true });
  const counts: Counts = JSON.parse(written || '{"passed":0,"failures":[],"msOfFile":{}}');
  if (status === 0 || counts.failures.length > 0) return { ...counts, report };
  // A process that died before it wrote its counts must count as a failure.
  const what = `✖ Exit status ${status} while testing ${files.join(' ')}`;
  return { ...counts, failures: [{ file: undefined, what }], report: `${report}\n${what}\n` };
}

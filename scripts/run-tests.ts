/**
 * node scripts/run-tests.ts COUNTS FILES…
 *
 * Several files share a process, since loading the program takes longer than most of them: up to TEST_GROUP files per process,
 * TEST_CONCURRENCY processes at a time. The report of a process is printed when it ends. COUNTS is written at the end: how
 * many passed and failed, then what failed. COUNTS.unsteady gets what failed once and passed when its file ran again.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Counts } from './count-reporter.ts';

const [countsFile = '', ...files] = process.argv.slice(2);
const groupSize = Number(process.env.TEST_GROUP ?? 24);
const concurrency = Number(process.env.TEST_CONCURRENCY ?? 2);
const folder = await mkdtemp(join(tmpdir(), 'counts-'));
const STALL_CHECK_MS = 2_000;
/** More than this is no accident. */
const MAX_FILES_AGAIN = 3;

tellStalls();
// As many for each of the processes, so that they end together.
const count = Math.min(files.length, concurrency * Math.ceil(files.length / groupSize / concurrency));
// Dealt out like cards: neighbours in a folder take alike long, and a group of the longest would end last and alone.
const groups = Array.from({ length: count }, (_, i) => files.filter((_, n) => n % count === i));
const totals: Counts = { passed: 0, failures: [] };
const next = groups.entries();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    // The loops share one iterator: each takes the next group when it is free.
    for (const [i, group] of next) {
      const { passed, failures } = await runGroup(group, join(folder, String(i)));
      totals.passed += passed;
      totals.failures.push(...failures);
    }
  }),
);
const unsteady = await runAgain();
await rm(folder, { recursive: true });
const described = (list: Counts['failures']): string => list.map(({ what }) => `${what}\n`).join('');
await writeFile(countsFile, `${totals.passed} ${totals.failures.length}\n${described(totals.failures)}`);
await writeFile(`${countsFile}.unsteady`, described(unsteady));
process.exitCode = totals.failures.length ? 1 : 0;

/**
 * A machine under load breaks a test of thousands now and then. Each file that failed runs again, alone and once. What
 * passes then counts as passed, but is reported: it is a fault of the test, or one of ours that happens rarely.
 */
async function runAgain(): Promise<Counts['failures']> {
  const unsteady: Counts['failures'] = [];
  const failedFiles = new Set(totals.failures.map(({ file }) => file));
  if (failedFiles.size > MAX_FILES_AGAIN) return unsteady;
  for (const file of failedFiles) {
    // A process that died names no file.
    if (file === undefined) continue;
    console.log(`\n── again: ${file}`);
    const again = await runGroup([file], join(folder, 'again'));
    if (again.failures.length > 0 || again.passed === 0) continue;
    const wereBroken = totals.failures.filter((failure) => failure.file === file);
    unsteady.push(...wereBroken);
    totals.failures = totals.failures.filter((failure) => failure.file !== file);
    totals.passed += wereBroken.length;
  }
  return unsteady;
}

/** A machine that stood still explains tests that waited in vain. */
function tellStalls(): void {
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const stalledMs = performance.now() - lastMs - STALL_CHECK_MS;
    lastMs = performance.now();
    if (stalledMs < STALL_CHECK_MS) return;
    const load = loadavg().map((value) => value.toFixed(1));
    console.log(`The machine stood still for ${Math.round(stalledMs / 1_000)} s. Load: ${load.join(', ')}`);
  }, STALL_CHECK_MS);
  timer.unref();
}

async function runGroup(group: string[], countsPath: string): Promise<Counts> {
  const isolation = group.length > 1 ? 'none' : 'process';
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-isolation=${isolation}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.ts',
      `--test-reporter-destination=${countsPath}`,
      ...group,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.stdout.write(Buffer.concat(output));
  const counts: Counts = JSON.parse(
    (await readFile(countsPath, 'utf8').catch(() => '')) || '{"passed":0,"failures":[]}',
  );
  if (status === 0 || counts.failures.length > 0) return counts;
  // A process that died before it wrote its counts must count as a failure.
  const what = `✖ Exit status ${status} while testing ${group.join(' ')}`;
  process.stdout.write(`\n${what}\n`);
  return { passed: counts.passed, failures: [{ file: undefined, what }] };
}

/**
 * node scripts/run-tests.ts COUNTS FILES…
 *
 * Several files share a process, since loading the program takes longer than most of them: TEST_GROUP files per process,
 * TEST_CONCURRENCY processes at a time. The report of a process is printed when it ends. COUNTS is written at the end: how
 * many passed and failed, then what failed.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

const [countsFile = '', ...files] = process.argv.slice(2);
const groupSize = Number(process.env.TEST_GROUP ?? 12);
const concurrency = Number(process.env.TEST_CONCURRENCY ?? 2);
const folder = await mkdtemp(join(tmpdir(), 'counts-'));
const STALL_CHECK_MS = 2_000;

tellStalls();
const count = Math.ceil(files.length / groupSize);
// Dealt out like cards: neighbours in a folder take alike long, and a group of the longest would end last and alone.
const groups = Array.from({ length: count }, (_, i) => files.filter((_, n) => n % count === i));
const totals = { passed: 0, failed: 0 };
const failures: string[] = [];
const next = groups.entries();
await Promise.all(
  Array.from({ length: concurrency }, async () => {
    // The loops share one iterator: each takes the next group when it is free.
    for (const [i, group] of next) {
      const result = await runGroup(group, join(folder, String(i)));
      totals.passed += result.passed;
      totals.failed += result.failed;
      failures.push(...result.failures);
    }
  }),
);
await rm(folder, { recursive: true });
await writeFile(countsFile, [`${totals.passed} ${totals.failed}`, ...failures, ''].join('\n'));
process.exitCode = totals.failed ? 1 : 0;

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

type Result = { passed: number; failed: number; failures: string[] };

async function runGroup(group: string[], counts: string): Promise<Result> {
  const isolation = group.length > 1 ? 'none' : 'process';
  const child = spawn(
    process.execPath,
    [
      '--test',
      `--test-isolation=${isolation}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./scripts/count-reporter.ts',
      `--test-reporter-destination=${counts}`,
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
  const [totals = '', ...failures] = (await readFile(counts, 'utf8').catch(() => '')).trimEnd().split('\n');
  const [passed = 0, failed = 0] = totals.split(' ').map(Number);
  if (status === 0 || failed > 0) return { passed, failed, failures };
  // A process that died before it wrote its counts must count as a failure.
  const death = `✖ Exit status ${status} while testing ${group.join(' ')}`;
  process.stdout.write(`\n${death}\n`);
  return { passed, failed: 1, failures: [death] };
}

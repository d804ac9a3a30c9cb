/**
 * node scripts/check/main.ts [--counts FILE] [--unit] [PART OF A PATH…]
 *
 * Runs every test file, or those whose paths contain one of the parts; with `--unit` only those that need neither engines,
 * databases nor a browser. Several files share a process, since loading the program takes longer than most of them, and the
 * processes of all kinds of tests run side by side, since some compute and some wait. The report of a process is printed when
 * it ends. FILE is written at the end: how many passed and failed, then what failed. FILE.unsteady gets what failed once and
 * passed when its file ran again; where `CI` is set, that counts as failed too, unless `unsteady.ts` lists the file.
 */
import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Counts } from './count-reporter.ts';
import { runSideBySide } from './pool.ts';
import { runGroup } from './run-group.ts';
import { groupsOf, planStages, type Stage } from './stages.ts';
import { UNSTEADY } from './unsteady.ts';

/** More than this is no accident. */
const MAX_FILES_AGAIN = 5;
const COSTLIEST_SHOWN = 15;

type Failure = Counts['failures'][number] & { stage: Stage };

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { counts: { type: 'string' }, unit: { type: 'boolean', default: false } },
});
const planned = planStages({
  postgresUrl: process.env.TEST_DATABASE_URL,
  chromium: process.env.CHROMIUM_PATH !== undefined,
  apertium: process.env.NO_APERTIUM === undefined,
  python: process.env.NO_PYTHON === undefined,
  ffmpeg: process.env.NO_FFMPEG === undefined,
  quickFfmpeg: process.env.QUICK_FFMPEG,
  wanted,
});
const stages = options.unit ? planned.filter(({ name }) => name === 'unit') : planned;
let passed = 0;
let failures: Failure[] = [];
const costs: { name: string; seconds: number }[] = [];
const cpuOfStage = new Map<string, number>();

await runSideBySide(stages.flatMap((stage) => groupsOf(stage).map((files) => () => runFiles(stage, files))));
const unsteady = await runAgain();
tellCostliest();
tellCpu();
const described = (list: Failure[]): string =>
  list.map(({ stage, what }) => `${stage.name}: ${what}\n`).join('');
if (options.counts) {
  await writeFile(options.counts, `${passed} ${failures.length}\n${described(failures)}`);
  await writeFile(`${options.counts}.unsteady`, described(unsteady));
}
process.exitCode = failures.length ? 1 : 0;

async function runFiles(stage: Stage, files: string[]): Promise<void> {
  const beganMs = performance.now();
  const ran = await runGroup(files, stage.env);
  passed += ran.passed;
  failures.push(...ran.failures.map((failure) => ({ ...failure, stage })));
  for (const [file, seconds] of Object.entries(ran.secondsOfFile))
    costs.push({ name: `${stage.name}: ${relative(process.cwd(), file)}`, seconds });
  cpuOfStage.set(stage.name, (cpuOfStage.get(stage.name) ?? 0) + ran.cpuSeconds);
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(0);
  const cpu = ran.cpuSeconds.toFixed(0);
  process.stdout.write(
    `\n── ${stage.name}: ${files.length} files in ${seconds} s, ${cpu} s of CPU\n${ran.report}`,
  );
}

/**
 * A machine under load breaks a test of thousands now and then. Each file that failed runs again, alone and once. What
 * passes then is reported: it is a fault of the test, or one of ours that happens rarely. A developer may go on; CI may not.
 */
async function runAgain(): Promise<Failure[]> {
  const unsteady: Failure[] = [];
  const broken = Map.groupBy(failures, ({ stage, file }) => `${stage.name}: ${file}`);
  if (broken.size > MAX_FILES_AGAIN) return unsteady;
  for (const ofFile of broken.values()) {
    const [{ file, stage } = {}] = ofFile;
    // A process that died names no file.
    if (file === undefined || stage === undefined) continue;
    const again = await runGroup([file], stage.env);
    process.stdout.write(`\n── again: ${file}\n${again.report}`);
    if (again.failures.length > 0 || again.passed === 0) continue;
    unsteady.push(...ofFile);
    if (process.env.CI && !UNSTEADY.some((known) => file.endsWith(known.file))) continue;
    failures = failures.filter((failure) => !ofFile.includes(failure));
    passed += ofFile.length;
  }
  return unsteady;
}

function tellCostliest(): void {
  console.log('\nThe files that cost most processor time:');
  for (const { name, seconds } of costs.sort((a, b) => b.seconds - a.seconds).slice(0, COSTLIEST_SHOWN))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

function tellCpu(): void {
  console.log('\nProcessor time, without the PostgreSQL server:');
  for (const [name, seconds] of cpuOfStage) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`);
}

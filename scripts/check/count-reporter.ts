import type { TestEvent } from 'node:test/reporters';
import { setTimeout as wait } from 'node:timers/promises';
import { untilLeftOpen } from './left-open.ts';
import { processorSeconds } from './processor-time.ts';

export type Counts = {
  passed: number;
  failures: { file: string | undefined; what: string }[];
  /** Processor time, with that of the processes which the tests of a file started. Wall time would mislead on a busy machine. */
  secondsOfFile: Record<string, number>;
};

/** All files of a process are loaded before the first test. */
const LOADING = 'loading all files';
/** The less often it is read, the more is missed of processes that have ended. */
const READ_EVERY_MS = 1_000;
/** What was reported is written in less. */
const WRITING_MS = 2_000;

/** Reports as JSON how many tests passed, which failed and why, and what each file cost. */
export default async function* countTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: Counts = { passed: 0, failures: [], secondsOfFile: {} };
  let running = LOADING;
  let before = 0;
  let readMs = performance.now();
  const charge = (): void => {
    const now = processorSeconds();
    // What ends without being waited for, such as a browser's processes, takes its time with it.
    counts.secondsOfFile[running] = (counts.secondsOfFile[running] ?? 0) + Math.max(0, now - before);
    before = now;
    readMs = performance.now();
  };
  let leftOpen = false;
  const tellLeftOpen = (open: string): void => {
    leftOpen = true;
    const what = `✖ The tests of a process have ended, but it does not end: something is left open (${open}).`;
    counts.failures.push({ file: undefined, what });
  };
  for await (const event of untilLeftOpen(source, tellLeftOpen)) {
    const next = event.type === 'test:dequeue' ? (event.data.file ?? running) : running;
    if (next !== running || performance.now() - readMs > READ_EVERY_MS) charge();
    running = next;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { details } = event.data;
    if (details.type === 'suite') continue;
    if (event.type === 'test:pass') counts.passed += 1;
    else counts.failures.push({ file: event.data.file, what: describeFailure(event.data) });
  }
  charge();
  yield JSON.stringify(counts);
  if (!leftOpen) return;
  await wait(WRITING_MS);
  process.exit(1);
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

function describeFailure({ name, file, line, details: { error } }: Failure): string {
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return `✖ ${name} (${file}:${line})\n${cause.replace(/^/gmu, '    ')}`;
}

import type { TestEvent } from 'node:test/reporters';

export type Counts = {
  passed: number;
  failures: { file: string | undefined; what: string }[];
  /** How long the tests of each file took. */
  msOfFile: Record<string, number>;
};

/** Reports as JSON how many tests passed, which failed and why, and how long each file took. */
export default async function* countTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: Counts = { passed: 0, failures: [], msOfFile: {} };
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { file = '', nesting, details } = event.data;
    if (nesting === 0) counts.msOfFile[file] = (counts.msOfFile[file] ?? 0) + details.duration_ms;
    if (details.type === 'suite') continue;
    if (event.type === 'test:pass') counts.passed += 1;
    else counts.failures.push({ file: event.data.file, what: describeFailure(event.data) });
  }
  yield JSON.stringify(counts);
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

function describeFailure({ name, file, line, details: { error } }: Failure): string {
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return `✖ ${name} (${file}:${line})\n${cause.replace(/^/gmu, '    ')}`;
}

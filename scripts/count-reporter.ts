import type { TestEvent } from 'node:test/reporters';

export type Counts = { passed: number; failures: { file: string | undefined; what: string }[] };

/** Reports as JSON how many tests passed, and which failed and why. */
export default async function* countTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts: Counts = { passed: 0, failures: [] };
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite') continue;
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

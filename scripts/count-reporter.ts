import type { TestEvent } from 'node:test/reporters';

/** Reports the number of passed and failed tests, which ./test adds up over its stages, and then what failed and why. */
export default async function* countTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0 };
  const failures: string[] = [];
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite') continue;
    counts[event.type === 'test:pass' ? 'passed' : 'failed'] += 1;
    if (event.type === 'test:fail') failures.push(describeFailure(event.data));
  }
  yield [`${counts.passed} ${counts.failed}`, ...failures, ''].join('\n');
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];

function describeFailure({ name, file, line, details: { error } }: Failure): string {
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return `✖ ${name} (${file}:${line})\n${cause.replace(/^/gmu, '    ')}`;
}

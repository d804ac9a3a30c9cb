import type { TestEvent } from 'node:test/reporters';

/** Reports only the number of passed and failed tests; ./test adds these up over its stages. */
export default async function* countTests(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const counts = { passed: 0, failed: 0 };
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    if (event.data.details.type === 'suite') continue;
    counts[event.type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  yield `${counts.passed} ${counts.failed}\n`;
}

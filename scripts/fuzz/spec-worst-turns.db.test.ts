import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestService } from '../../tests/support/test-service.ts';
import { openFuzzedService } from './open-fuzzed.ts';
import { type Measuring, MOST_MS, openMeasuring } from './worst-turns.ts';

/** Every operation of the document, so that a new one is covered from its first day. `npm run fuzz:turns` tries more texts. */
describe('the event loop under the worst that each operation allows', () => {
  let service: TestService;
  let measuring: Measuring;
  before(async () => {
    service = await openFuzzedService();
    measuring = await openMeasuring(service, ['words', 'chinese']);
  });
  after(async () => {
    await measuring.close();
    await service.close();
  });

  test(`no turn takes more than ${MOST_MS} ms of processor time, and no answer is a 500`, async () => {
    const bad: string[] = [];
    let sent = 0;
    for (const operation of measuring.operations)
      for (const { case: input, status, worstMs } of await measuring.measure(operation)) {
        sent += 1;
        if (worstMs > MOST_MS || status === 500)
          bad.push(`${operation.name} (${input}): ${Math.round(worstMs)} ms, status ${status}`);
      }
    assert.deepEqual(bad, []);
    assert.ok(sent > 2 * measuring.operations.length);
  });
});

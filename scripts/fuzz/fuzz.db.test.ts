import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestService } from '../../src/main/testing/test-service.ts';
import { type Fuzzer, openFuzzer } from './fuzz.ts';
import { openFuzzedService } from './open-fuzzed.ts';

/** The same requests every time, others for each database; `npm run fuzz` looks for new ones. */
const SEEDS = { pglite: 20_261_115, postgres: 20_271_115 };
/** Some requests are answered only when the server has waited for what does not come. */
const LANES = 6;
const CASES = { withBody: 50, without: 25 };

describe('bad input, generated from the OpenAPI document', () => {
  let service: TestService;
  let fuzzer: Fuzzer;
  before(async () => {
    service = await openFuzzedService();
    fuzzer = await openFuzzer(service);
  });
  after(() => service.close());

  test('every answer is below 500, has the error shape and an id, and comes in time', async () => {
    const seed = SEEDS[service.database.kind];
    const waiting = fuzzer.operations.map((operation, index) => ({ operation, seed: seed + index }));
    const lane = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const cases = next.operation.requestBody ? CASES.withBody : CASES.without;
        await fuzzer.run(next.operation, { seed: next.seed, cases });
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  });

  test('the requests reach what they test: every operation also succeeded', () => {
    const unreached = fuzzer.operations.flatMap(({ name }) => {
      // These need a lease, a second factor, the password, an unverified address, or a session that another operation ends.
      if (
        name === 'no such route' ||
        /2fa|\/internal\/workers\/|\/account\/(password|verification)|DELETE \/api\/account|\/sessions\/\{id\}/.test(
          name,
        )
      )
        return [];
      const statuses = [...(fuzzer.tally.get(name)?.keys() ?? [])];
      return statuses.some((status) => status >= 200 && status < 300) ? [] : [`${name}: ${statuses}`];
    });
    assert.deepEqual(unreached, []);
  });
});

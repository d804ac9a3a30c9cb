import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestService } from '../../src/main/testing/test-service.ts';
import { type Fuzzer, openFuzzer } from './fuzz.ts';
import { openFuzzedService } from './open-fuzzed.ts';

/** Fixed seeds, a different one for each database. `npm run fuzz` tries new ones, and more of them. */
const SEEDS = { pglite: 20_261_115, postgres: 20_271_115 };
/** Run concurrently, because some requests end only when the server stops waiting for missing bytes. */
const LANES = 6;
const CASES = { withBody: 24, without: 12 };

/**
 * Operations that need a lease, a second factor, the password, an unverified address, a session that another operation ends,
 * a spoken challenge, earnings, a request that waits for an administrator, a consent that must be true, a signature, or an
 * account that a payment belongs to.
 */
const NEEDS_MORE =
  /2fa|\/internal\/workers\/|\/account\/(password|verification)|DELETE \/api\/account|\/sessions\/\{id\}|POST \/api\/voices\/clone\/\{id\}\/consent|seller\/payouts|admin\/(payouts|listings)\/\{id\}\/(approve|reject)|seller-verifications\/\{id\}|billing\/portal|\/clone\/\{id\}\/publish|\/api\/webhooks\/|payment-events\/\{id\}\/release/;

describe('malformed input, generated from the OpenAPI document', () => {
  let service: TestService;
  let fuzzer: Fuzzer;
  before(async () => {
    service = await openFuzzedService();
    fuzzer = await openFuzzer(service);
  });
  after(() => service.close());

  test('every response arrives in time with a status below 500, an error body and a request id', async () => {
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

  test('every operation also succeeds at least once, so the requests get past the first checks', () => {
    const unreached = fuzzer.operations.flatMap(({ name }) => {
      if (name === 'no such route' || NEEDS_MORE.test(name)) return [];
      const statuses = [...(fuzzer.tally.get(name)?.keys() ?? [])];
      return statuses.some((status) => status >= 200 && status < 300) ? [] : [`${name}: ${statuses}`];
    });
    assert.deepEqual(unreached, []);
  });
});

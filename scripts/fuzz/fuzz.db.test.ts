import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Operation } from '../../tests/support/operations.ts';
import type { TestService } from '../../tests/support/test-service.ts';
import { type Fuzzer, openFuzzer } from './fuzz.ts';
import { openFuzzedService } from './open-fuzzed.ts';

/** Fixed seeds, a different one for each database. `npm run fuzz` tries new ones, and more of them. */
const SEEDS = { pglite: 20_261_115, postgres: 20_271_115 };
/** Run concurrently, because some requests end only when the server stops waiting for missing bytes. */
const LANES = 24;
const CASES = { withBody: 6, without: 3 };

/**
 * Operations that need a lease, a second factor, a passkey, a worker's secret, the password, an unverified address, a session that another operation ends,
 * a spoken challenge, earnings, a request that waits for an administrator, a consent that must be true, a film that was made with one, a signature, an
 * account that a payment belongs to, a dub that a worker rendered, a document of the agent, sound that was kept, a WebSocket, or
 * WebRTC, which is not offered.
 */
const NEEDS_MORE =
  /2fa|passkeys|worker-secrets\/\{id\}|\/internal\/workers\/|\/account\/(email|password|verification)|DELETE \/api\/account|\/sessions\/\{id\}|POST \/api\/voices\/clone\/\{id\}\/consent|seller\/payouts|admin\/(payouts|listings)\/\{id\}\/(approve|reject)|seller-verifications\/\{id\}|billing\/portal|\/clone\/\{id\}\/publish|\/api\/webhooks\/|payment-events\/\{id\}\/release|dub\/\{id\}\/output|knowledge\/\{document_id\}|turns\/\{turn\}|\/live$|realtime\/calls|jobs\/\{id\}\/consent/;

describe('malformed input, generated from the OpenAPI document', () => {
  let service: TestService;
  let fuzzer: Fuzzer;
  before(async () => {
    service = await openFuzzedService();
    fuzzer = await openFuzzer(service);
  });
  after(async () => {
    await fuzzer.close();
    await service.close();
  });

  // First, and one at a time: malformed requests also delete, edit and use up what a valid one needs.
  test('every operation succeeds with a valid request, so the malformed ones get past the first checks', async () => {
    const unreached: string[] = [];
    for (const [index, operation] of inOrderOfLife(fuzzer.operations).entries()) {
      if (operation.name === 'no such route' || NEEDS_MORE.test(operation.name)) continue;
      if (await fuzzer.succeed(operation, { seed: SEEDS[service.database.kind] + index })) continue;
      unreached.push(`${operation.name}: ${[...(fuzzer.tally.get(operation.name)?.keys() ?? [])]}`);
    }
    assert.deepEqual(unreached, []);
  });

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
});

/** Operations that make things come first, then those that read, change and delete them. */
function inOrderOfLife(operations: readonly Operation[]): Operation[] {
  const order = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'];
  return operations.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
}

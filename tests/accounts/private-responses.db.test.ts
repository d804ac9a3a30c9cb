import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openCustomer, stranger } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

/** The same for everybody who may read them. */
const CACHEABLE = new Set([
  'GET /api/v1/voices/{id}/preview',
  'GET /api/v1/music/styles/{id}/preview',
  'GET /api/v1/sfx/categories/{id}/preview',
  'GET /api/v1/avatars/{id}/thumbnail',
]);

describe('what may be stored by browsers and proxies', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  test('nothing of any operation, signed in or not, but pictures and samples that are the same for everybody', async () => {
    const customer = await openCustomer(service);
    const operations = operationsOf(await readDocument(service));
    assert.ok(operations.length > 100);
    const anybody = stranger(service);
    const stored: string[] = [];
    for (const { method, path, name } of operations) {
      // A stream does not end by itself.
      if (CACHEABLE.has(name) || /events|listen|stream|export|realtime|talk/.test(path)) continue;
      await forgetRateLimits(service.db);
      const url = path.replaceAll(/\{\w+\}/g, 'x');
      for (const call of [anybody, customer.bySession, customer.byKey]) {
        if (method !== 'GET' && call !== anybody) continue;
        const { headers } = await call(method as 'GET', url);
        const rule = String(headers['cache-control']);
        if (!/no-store|no-cache/.test(rule)) stored.push(`${name}: ${rule}`);
      }
    }
    assert.deepEqual(stored, []);
  });
});

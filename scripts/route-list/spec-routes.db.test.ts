import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { readDocument } from '../../tests/support/operations.ts';
import { openTestService } from '../../tests/support/test-service.ts';
import { ROUTES_FILE, writeRoutes } from './write-routes.ts';

test('docs/routes.md lists the routes of the OpenAPI document (npm run routes)', async () => {
  const service = await openTestService();
  try {
    assert.equal(await readFile(ROUTES_FILE, 'utf8'), writeRoutes(await readDocument(service)));
  } finally {
    await service.close();
  }
});

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { silentLog } from '../log.ts';
import { openDatabase } from './index.ts';
import { DatabaseUnreachable } from './postgres.ts';

test('an unreachable server is reported with a remedy and without the password', async () => {
  const port = await freePort();
  const databaseUrl = `postgres://someone:hunter2@127.0.0.1:${port}/nowhere`;
  await assert.rejects(openDatabase({ databaseUrl, dataDir: '/nonexistent', log: silentLog }), (error) => {
    assert.ok(error instanceof DatabaseUnreachable);
    assert.match(error.message, /DATABASE_URL/);
    assert.doesNotMatch(error.message, /hunter2/);
    return true;
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  assert.ok(address && typeof address === 'object');
  await new Promise((resolve) => server.close(resolve));
  return address.port;
}

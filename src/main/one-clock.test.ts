import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '..');
const OWN_TIME = /\bsystemClock\b|\bDate\.now\(\)|\bnew Date\(\)/;

/** What concerns this process or this machine alone, or the clocks of others. */
const ALLOWED = new Set([
  'platform/clock.ts',
  'platform/database/database-clock.ts',
  'platform/process-pool/child-output.ts',
  'platform/scratch.ts',
  'platform/storage/disk-storage.ts',
  'platform/ids.ts',
  // Signatures that a provider compares with its own clock.
  'money/providers/yellowcard.ts',
  'money/providers/dlocal.ts',
  // Files of this machine.
  'main/worker.ts',
  // Says how far back to look.
  'main/verify-ledger.ts',
]);

test('nothing that nodes must agree on reads the clock of its machine', async () => {
  const names = await readdir(SOURCE, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing|^engines\//.test(name));
  assert.ok(files.length > 500);
  const reading = [];
  for (const name of files) {
    if (!ALLOWED.has(name) && OWN_TIME.test(await readFile(join(SOURCE, name), 'utf8'))) reading.push(name);
  }
  assert.deepEqual(reading, [], 'take a clock as an argument: main passes the one of the database');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFiles, sourceText } from '../support/source-files.ts';

const OWN_TIME = /\bsystemClock\b|\bDate\.now\(\)|\bnew Date\(\)/;

/** These concern this process or this machine alone, or the clocks of others. */
const ALLOWED = new Set([
  'src/platform/clock.ts',
  'src/platform/database/database-clock.ts',
  'src/platform/process-pool/child-output.ts',
  'src/platform/scratch.ts',
  'src/platform/storage/disk-storage.ts',
  'src/platform/ids.ts',
  // Spans and metrics lie beside those of other programs, which go by the clocks of their machines.
  'src/platform/tracing/span.ts',
  'src/site/metrics/encode-metrics.ts',
  'src/site/metrics/export-metrics.ts',
  // Signatures that a provider compares with its own clock.
  'src/money/providers/yellowcard/api.ts',
  'src/money/providers/dlocal/api.ts',
  // Compares the clock of this machine with those of others.
  'src/main/doctor/installation.ts',
  // Files of this machine.
  'src/main/worker.ts',
  // Says how far back to look.
  'src/main/verify-ledger.ts',
  // Says how old a backup is.
  'src/main/backup.ts',
]);

test('nothing that nodes must agree on reads the clock of its machine', () => {
  const files = sourceFiles().filter((file) => !file.startsWith('engines/'));
  assert.ok(files.length > 500);
  const reading = files.filter((file) => !ALLOWED.has(file) && OWN_TIME.test(sourceText(file)));
  assert.deepEqual(reading, [], 'take a clock as an argument: main passes the one of the database');
});

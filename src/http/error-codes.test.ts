import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ERROR_CODES } from './error-codes.ts';

const SRC = join(import.meta.dirname, '..');
/** Sent to workers only, or never sent. */
const INTERNAL = new Set([
  'charge_lost',
  'charge_settled',
  'data_key_missing',
  'lease_lost',
  'output_missing',
  'output_too_large',
  'result_refused',
  'worker_outdated',
]);

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing|error-codes/.test(path))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }));

describe('the documented error codes', () => {
  test('include the code of every error class', () => {
    const classes = sources.filter(({ path }) => path.endsWith('errors.ts'));
    const used = classes.flatMap(({ text }) =>
      [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code]) => code),
    );
    const known = new Set<string | undefined>([...ERROR_CODES, ...INTERNAL]);
    assert.ok(used.length > 100);
    assert.deepEqual(
      used.filter((code) => !known.has(code)),
      [],
      'Add these to src/http/error-codes.ts, and run npm run client:types.',
    );
  });

  test('are sorted, unique, and all in use', () => {
    assert.deepEqual([...new Set(ERROR_CODES)].sort(), ERROR_CODES);
    const all = sources.map(({ text }) => text).join('\n');
    // The code of a refused sample is put together from its problem.
    const unused = ERROR_CODES.filter((code) => !all.includes(`'${code}'`)).filter(
      (code) => !all.includes(`'${code.replace('sample_', '')}'`),
    );
    assert.deepEqual(unused, []);
  });
});

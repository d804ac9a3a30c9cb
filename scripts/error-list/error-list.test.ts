import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import '../../src/main/service.ts';
import { declaredErrors as inThisProcess } from '../../src/platform/errors.ts';
import { ERRORS_FILE, writeErrors } from './write-errors.ts';

/** Without those that other test files of the process declare for themselves. */
const declaredErrors = inThisProcess.filter(({ code }) => !code.startsWith('test_'));

/** Clients may switch on a code alone, so that no new one may join these. */
const SEVERAL_KINDS = [
  'engine_unavailable',
  'invalid_signature',
  'model_not_configured',
  'not_licensed',
  'outbound_redirect',
  'outbound_timeout',
  'outbound_too_large',
  'outbound_unreachable',
  'passkey_rejected',
  'plan_required',
  'remote_voice',
  'same_language',
  'too_many_streams',
];

describe('the declared errors', () => {
  test('are those of docs/errors.md (npm run errors)', async () => {
    assert.equal(await readFile(ERRORS_FILE, 'utf8'), writeErrors(declaredErrors));
  });

  test('have one kind for each code', () => {
    const byCode = Map.groupBy(declaredErrors, ({ code }) => code);
    const several = [...byCode].filter(([, errors]) => new Set(errors.map(({ kind }) => kind)).size > 1);
    assert.deepEqual(several.map(([code]) => code).sort(), SEVERAL_KINDS);
  });

  test('have codes in snake case', () => {
    assert.deepEqual(
      declaredErrors.map(({ code }) => code).filter((code) => !/^[a-z]+(_[a-z]+)*$/.test(code)),
      [],
    );
  });

  test('say a whole sentence each', () => {
    const page = writeErrors(declaredErrors);
    const cells = page
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => line.split(' | ')[1]?.replace(/ \|$/, '').split('<br>') ?? []);
    assert.ok(cells.length > 250);
    assert.deepEqual(
      cells.filter((cell) => !/([.…]|\{\w+\})( \*Retry-After\*)?$/.test(cell)),
      [],
    );
  });
});

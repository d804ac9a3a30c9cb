import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVIDER_NAMES, PROVIDERS } from '../../src/money/providers/index.ts';
import { sourceFiles, sourceText } from '../support/source-files.ts';

const PATHS = PROVIDER_NAMES.flatMap((name) => PROVIDERS[name].webhook?.path ?? []);
const NAME = new RegExp(`\\b(${[...PROVIDER_NAMES, ...PATHS].join('|')})\\b`, 'i');

const ALLOWED = new Set([
  // The settings of each provider.
  'src/platform/config/payments.ts',
  // The contract's table of regions, and its example.
  'src/money/checkout/choose-provider.ts',
  'src/money/checkout/schemas.ts',
]);

test('whoever needs something of a payment provider asks its object, and knows no name of one', () => {
  const files = sourceFiles().filter((file) => file.startsWith('src/'));
  assert.ok(files.length > 500);
  const elsewhere = files.filter((file) => !file.startsWith('src/money/providers/') && !ALLOWED.has(file));
  const naming = elsewhere.filter((file) => NAME.test(sourceText(file)));
  assert.deepEqual(naming, [], 'give the object of src/money/providers a member that says what is special');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { includedTaxes, netOf } from './taxes.ts';

test('the tax of a price that includes it: 19 percent of 79.00 USD', () => {
  const lines = includedTaxes(7_900, [{ name: 'VAT', percent: 19 }]);
  assert.deepEqual(lines, [{ name: 'VAT', percent: 19, cents: 1_261 }]);
  assert.equal(netOf(7_900, lines), 6_639);
  assert.deepEqual(includedTaxes(7_900, []), []);
});

test('net amount and taxes add up to the price, and no line is negative', () => {
  const percent = fc.integer({ min: 1, max: 99_999 }).map((thousandths) => thousandths / 1_000);
  const taxes = fc.array(fc.record({ name: fc.constant('tax'), percent }), { maxLength: 4 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), taxes, (cents, rates) => {
      const lines = includedTaxes(cents, rates);
      assert.ok(lines.every((line) => Number.isInteger(line.cents) && line.cents >= 0));
      assert.equal(
        lines.reduce((sum, line) => sum + line.cents, netOf(cents, lines)),
        cents,
      );
      assert.ok(netOf(cents, lines) >= 0);
    }),
  );
});

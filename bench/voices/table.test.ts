import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tableOf } from './table.ts';
import { resultOf } from './testing/result.ts';

test('has a row for each speaker and one for all, and a dash for each missing value', () => {
  const table = tableOf([
    resultOf('anna', 'preset', {
      likeness: { highDb: null },
      ceiling: { ...resultOf('', 'preset').ceiling, highDb: null },
    }),
    resultOf('anna', 'instant', {
      likeness: { cosine: 0.7, highDb: null },
      words: { errors: 3, words: 100 },
    }),
    resultOf('bert', 'preset', { likeness: { cosine: 0.3 } }),
    resultOf('bert', 'instant', { likeness: { cosine: 0.6 }, seconds: 30, cpuSeconds: 50 }),
  ]);
  const row = (name: string) => table.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? '';
  assert.match(row('anna'), /0\.50 \/ 0\.70 \/ – \(0\.90\)/u);
  assert.match(row('anna'), /1\.0 \(base 1\.0\) \/ 3\.0 \(base 1\.0\) \/ –/u);
  assert.match(row('**2 × person**'), /0\.40 \/ 0\.65 \/ – \(0\.90\)/u);
  assert.match(row('**2 × person**'), /\| 20 \/ 25 \/ – \| 40 \/ 45 \/ – \|$/u);
  assert.match(table, /mean cosine 0\.650 over 2, nearest preset 0\.400, target 0\.62: \*\*met\*\*/u);
});

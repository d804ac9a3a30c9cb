import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownTurn } from './event-loop.ts';

test('gives each caller a turn of its own, in order, with room for others in between', async () => {
  const seen: string[] = [];
  let isOver = false;
  const other = (): void => {
    seen.push('other');
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  await Promise.all([1, 2, 3].map((caller) => ownTurn().then(() => seen.push(`${caller}`))));
  isOver = true;
  assert.match(seen.join(' '), /1 (other )+2 (other )+3/u);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from '../../src/platform/config/index.ts';

const NAME = /`([A-Z][A-Z0-9_]+)`/g;

test('every setting that is read is documented, and every documented one is read', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const table = page.slice(0, page.indexOf('## Commands'));
  const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map((match) => match[1] ?? '');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.flatMap((row) => namesIn(row.split('|')[1] ?? ''));
  const { names } = readConfig({});
  const mentioned = new Set(namesIn(table));
  assert.deepEqual(
    [...names].filter((name) => !mentioned.has(name)),
    [],
  );
  assert.deepEqual(
    listed.filter((name) => !names.has(name)),
    [],
  );
});

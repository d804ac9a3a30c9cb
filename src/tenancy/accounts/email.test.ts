import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEmail } from './email.ts';
import { InvalidEmail } from './errors.ts';

test('accepts the usual forms of address and rejects invalid ones', () => {
  for (const good of [
    'a@b.co',
    'first.last+tag@sub.example.com',
    "o'neil@example.ie",
    'jürgen@müller.example',
  ])
    assert.equal(parseEmail(` ${good} `), good);
  const bad = [
    '',
    'a',
    '@b.co',
    'a@',
    'a@b',
    'a b@c.de',
    'a@b..de',
    'a@@b.de',
    'a\0@b.de',
    `${'x'.repeat(250)}@b.de`,
  ];
  for (const text of bad) assert.throws(() => parseEmail(text), InvalidEmail, JSON.stringify(text));
});

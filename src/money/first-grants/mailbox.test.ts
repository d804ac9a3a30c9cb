import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailboxOf } from './mailbox.ts';

test('spellings of one mailbox are one', () => {
  const same = [
    [
      'Ada@Example.com',
      'ada@example.com',
      'ada+again@example.com',
      'ADA+1+2@EXAMPLE.COM',
      'ａda@example.com',
    ],
    ['ada.love@gmail.com', 'adalove@googlemail.com', 'A.d.a.Love+vox@Gmail.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ];
  for (const [first = '', ...others] of same)
    for (const other of others) assert.equal(mailboxOf(other), mailboxOf(first), other);
});

test('different mailboxes stay different', () => {
  const all = [
    'ada@example.com',
    'ada@example.org',
    'a.da@example.com',
    'adb@example.com',
    '+a@example.com',
    '+b@example.com',
  ];
  assert.equal(new Set(all.map(mailboxOf)).size, all.length);
});

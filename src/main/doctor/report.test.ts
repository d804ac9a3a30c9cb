import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fault, good, warning } from './check.ts';
import type { Examined } from './examine.ts';
import { statusOf, toJson, toText } from './report.ts';

const EXAMINED: Examined[] = [
  { id: 'node', level: 'good', findings: [good('Node 24.')] },
  {
    id: 'database',
    level: 'fault',
    findings: [fault('It does not listen\u001b[2J\nthere.', 'Start it now.')],
  },
  { id: 'mail', level: 'warning', findings: [warning('No mail.', 'Set SMTP_URL.')] },
];

test('the text is aligned, says each remedy and ends with the counts', () => {
  assert.equal(
    toText(EXAMINED, { columns: 60, colour: false }),
    [
      'good     node      Node 24.',
      'fault    database  It does not listen [2J there.',
      '                   → Start it now.',
      'warning  mail      No mail.',
      '                   → Set SMTP_URL.',
      '',
      '3 checks: 1 good, 1 with a warning, 1 with a fault.',
      '',
    ].join('\n'),
  );
});

test('long lines are wrapped under their own column, and commands stay whole', () => {
  const long = {
    id: 'a',
    level: 'fault' as const,
    findings: [fault(`one two ${'x'.repeat(70)} three`, 'four')],
  };
  const lines = toText([long], { columns: 50, colour: false }).split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    'fault    a  one two',
    `            ${'x'.repeat(70)}`,
    '            three',
  ]);
});

test('colours are only in a terminal', () => {
  assert.ok(!toText(EXAMINED, { columns: 80, colour: false }).includes('\u001b'));
  assert.ok(toText(EXAMINED, { columns: 80, colour: true }).includes('\u001b[31mfault\u001b[0m'));
});

test('machines get the same, and only a fault is a failure', () => {
  const parsed = JSON.parse(toJson(EXAMINED, '1.0.0'));
  assert.deepEqual(parsed.counts, { good: 1, warning: 1, fault: 1 });
  assert.equal(parsed.status, 1);
  assert.deepEqual(parsed.checks[2], EXAMINED[2]);
  assert.equal(statusOf(EXAMINED.filter(({ level }) => level !== 'fault')), 0);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENTS } from './events.ts';
import { JOB_KINDS } from './job-kinds.ts';

test('no two kinds of job have one name, and no two events', () => {
  const names = JOB_KINDS.all.map(({ name }) => name);
  assert.deepEqual([...new Set(names)], names);
  const events = EVENTS.map(({ name }) => name);
  assert.deepEqual([...new Set(events)], events);
});

test('a kind that fails tells somebody: in an event of its own, or in what it does when it ends', () => {
  const internal = ['speak', 'music', 'sfx', 'transcribe'];
  for (const { name, failed, ended } of JOB_KINDS.all)
    assert.equal(failed !== null || ended !== undefined, !internal.includes(name), name);
});

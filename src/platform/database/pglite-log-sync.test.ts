import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogSync } from './pglite-log-sync.ts';

const FIRST = { descriptor: 3, path: 'pg_wal/1' };
const SECOND = { descriptor: 4, path: 'pg_wal/2' };

function openSlowDisk() {
  const events: string[] = [];
  const running: ((error: Error | null) => void)[] = [];
  const failures: Error[] = [];
  const log = new LogSync({
    onFailure: (error) => failures.push(error),
    disk: {
      sync: (descriptor) => void events.push(`sync ${descriptor}`),
      syncBeside(path, done) {
        events.push(`begin ${path}`);
        running.push(done);
      },
    },
  });
  const respond = (name: string) => log.whenSynced(() => events.push(name));
  const end = (error: Error | null = null) => running.shift()?.(error);
  return { log, events, failures, respond, end };
}

test('holds a response, and all after it, until the log is synced', () => {
  const { log, events, respond, end } = openSlowDisk();
  respond('before');
  log.request(FIRST);
  respond('commit');
  respond('read');
  assert.deepEqual(events, ['before', 'begin pg_wal/1']);
  end();
  assert.deepEqual(events.slice(2), ['commit', 'read']);
});

test('a commit during a sync waits for the next one, which covers all that came meanwhile', () => {
  const { log, events, respond, end } = openSlowDisk();
  for (const name of ['one', 'two', 'three']) {
    log.request(FIRST);
    respond(name);
  }
  end();
  assert.deepEqual(events, ['begin pg_wal/1', 'one', 'begin pg_wal/1']);
  end();
  assert.deepEqual(events.slice(3), ['two', 'three']);
  assert.equal(log.syncs, 2);
});

test('what must not be ahead of the log waits for it in place', () => {
  const { log, events, respond, end } = openSlowDisk();
  log.finish();
  log.request(FIRST);
  respond('commit');
  log.finish();
  assert.deepEqual(events, ['begin pg_wal/1', 'sync 3', 'commit']);
  log.finish();
  end();
  assert.equal(events.length, 3);
});

test('the last file is synced before the next one is', () => {
  const { log, events } = openSlowDisk();
  log.request(FIRST);
  log.request(SECOND);
  log.finish();
  assert.deepEqual(events, ['sync 3', 'sync 4']);
});

test('a disk that is faster than another thread is waited for', () => {
  const { log, events, respond } = openSlowDisk();
  log.request(FIRST);
  log.finish();
  log.request(FIRST);
  respond('commit');
  assert.deepEqual(events, ['sync 3', 'sync 3', 'commit']);
});

test('a failed sync ends the database, and acknowledges nothing', () => {
  const { log, events, failures, respond, end } = openSlowDisk();
  log.request(FIRST);
  respond('commit');
  end(new Error('the disk is broken'));
  assert.deepEqual(events, ['begin pg_wal/1']);
  assert.equal(failures.length, 1);
});

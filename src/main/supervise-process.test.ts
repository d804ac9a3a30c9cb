import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { createLog } from '../platform/log.ts';
import { until } from '../platform/testing/until.ts';
import { backoffMs, superviseProcess } from './supervise-process.ts';

async function supervise(t: TestContext, lives: string[], pauseMs = (_failures: number) => 0) {
  const folder = await mkdtemp(join(tmpdir(), 'supervised-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'lives');
  const lines: string[] = [];
  const destination = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)).msg);
      done();
    },
  });
  const signals = new EventEmitter();
  const status = superviseProcess({
    program: join(import.meta.dirname, 'testing', 'supervised-program.ts'),
    args: [file, ...lives],
    log: createLog({ level: 'info', destination }),
    signals,
    pauseMs,
  });
  const pids = async (of: string): Promise<number[]> =>
    existsSync(of) ? (await readFile(of, 'utf8')).trim().split('\n').map(Number) : [];
  return {
    status,
    lines,
    signals,
    lives: () => pids(file),
    /** The life that waits for a signal, once it is the nth. */
    waiting: async (nth: number) => {
      const all = await until(
        () => pids(`${file}.waiting`),
        (known) => known.length === nth,
      );
      return all.at(-1) ?? 0;
    },
  };
}

test('a program that fails is started again, and the line says why', async (t) => {
  const pauses: number[] = [];
  const { status, lines, lives } = await supervise(t, ['crash', 'crash', 'leave'], (failures) => {
    pauses.push(failures);
    return 0;
  });
  assert.equal(await status, 0, 'it stopped by itself');
  assert.equal((await lives()).length, 3);
  assert.deepEqual(pauses, [1, 2]);
  assert.deepEqual(lines, [
    'Vox Humana ended with status 1 after an error that nobody caught: TypeError: it broke. Starting it again in 0 s (failure 1).',
    'Vox Humana ended with status 1 after an error that nobody caught: TypeError: it broke. Starting it again in 0 s (failure 2).',
  ]);
});

test('a first start that fails is not repeated', async (t) => {
  const { status, lines, lives } = await supervise(t, ['fail-to-start']);
  assert.equal(await status, 3);
  assert.equal((await lives()).length, 1);
  assert.deepEqual(lines, []);
});

test('a later start that fails is repeated, ten times', async (t) => {
  const { status, lines, lives } = await supervise(t, ['crash', ...Array(20).fill('fail-to-start')]);
  assert.equal(await status, 3);
  assert.equal((await lives()).length, 11);
  assert.match(lines.at(-1) ?? '', /failed to start 10 times in a row: giving up/);
});

test('a program that is killed is started again, and leaves no zombie', async (t) => {
  const { status, lines, signals, waiting } = await supervise(t, []);
  const pid = await waiting(1);
  process.kill(pid, 'SIGKILL');
  await waiting(2);
  assert.ok(!existsSync(`/proc/${pid}`));
  assert.match(lines[0] ?? '', /was killed by SIGKILL \(often because/);
  signals.emit('SIGTERM', 'SIGTERM');
  assert.equal(await status, 0);
});

test('a signal reaches the program once, and the program decides how it ends', async (t) => {
  const { status, signals, lives, waiting } = await supervise(t, ['drain']);
  await waiting(1);
  signals.emit('SIGINT', 'SIGINT');
  assert.equal(await status, 0);
  assert.equal((await lives()).length, 1);
  assert.deepEqual(signals.eventNames(), []);
});

test('a signal that systemd sends to every process of a service does not cut short what is running', async (t) => {
  const { status, signals, waiting } = await supervise(t, ['drain twice']);
  process.kill(await waiting(1), 'SIGTERM');
  await waiting(2);
  signals.emit('SIGTERM', 'SIGTERM');
  assert.equal(await status, 0);
});

test('a later second signal ends the program at once', async (t) => {
  const { status, signals, waiting } = await supervise(t, ['hang']);
  process.kill(await waiting(1), 'SIGTERM');
  signals.emit('SIGINT', 'SIGINT');
  assert.equal(await status, 1);
});

test('a signal ends the pause before a start', async (t) => {
  const { status, lines, signals, lives } = await supervise(t, ['crash'], () => 600_000);
  await until(() => lines.length);
  signals.emit('SIGTERM', 'SIGTERM');
  assert.equal(await status, 0);
  assert.equal((await lives()).length, 1);
});

for (const deed of ['wait', 'start for ever'])
  test(`a program whose supervisor is killed stops (${deed})`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'supervised-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'lives');
    const program = join(import.meta.dirname, 'testing', 'supervised-program.ts');
    const supervisor = spawn(process.execPath, [
      ...['--input-type=module', '-e'],
      `import { superviseProcess } from '${pathToFileURL(join(import.meta.dirname, 'supervise-process.ts'))}';
    await superviseProcess({ program: process.argv[1], args: process.argv.slice(2), log: console, signals: process });`,
      ...[program, file, deed],
    ]);
    const read = () => (existsSync(`${file}.waiting`) ? readFile(`${file}.waiting`, 'utf8') : '');
    const pid = Number(await until(read));
    supervisor.kill('SIGKILL');
    await until(() => !existsSync(`/proc/${pid}`));
  });

test('the pauses double, up to a minute', () => {
  assert.deepEqual([1, 2, 3, 6, 7, 50].map(backoffMs), [1_000, 2_000, 4_000, 32_000, 60_000, 60_000]);
});

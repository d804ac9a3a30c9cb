import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { parseOptions } from '@node-rs/argon2';
import { PasswordRefused, PasswordsBusy } from './errors.ts';
import { ARGON2ID, createPasswords, DUMMY_HASH } from './index.ts';
import { createTaskLimit } from './task-limit.ts';

describe('passwords', () => {
  const passwords = createPasswords();
  after(() => passwords.close());

  const codeOf = async (password: string, hints: string[] = []): Promise<string> => {
    const refusal = await passwords.requireGood(password, hints).catch((error: unknown) => error);
    return refusal instanceof PasswordRefused ? refusal.code : String(refusal);
  };

  test('accepts 8 to 256 characters, counted as users see them', async () => {
    assert.equal(await codeOf('Xq7!vRp'), 'password_length');
    assert.equal(await codeOf('x'.repeat(257)), 'password_length');
    assert.equal(await codeOf('🦜🪴🧲🛶🎻🪁🧊🗝'), 'undefined');
  });

  test('refuses common and easily guessed ones, without rules of composition', async () => {
    for (const password of ['password', 'qwertyuiop', 'iloveyou']) {
      assert.equal(await codeOf(password), 'password_common', password);
    }
    for (const password of ['aaaaaaaaaaaa', 'Password1!', '19900101', 'abcdefgh1', 'zaq12wsx1']) {
      assert.match(await codeOf(password), /password_(weak|common)/, password);
    }
    assert.match(await codeOf('ada.lovelace1', ['ada.lovelace']), /password_weak/);
    assert.equal(await codeOf('plum tractor eleven sonnets'), 'undefined');
  });

  test('does not hold the event loop while it judges the most expensive password', async () => {
    // CPU time of this thread, so that other load on the machine does not count.
    const before = process.threadCpuUsage();
    await codeOf('4@8({[<369&#!1/|0$5+7%2'.repeat(11));
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 300_000, `${user + system} µs`);
  });

  test('hashes with argon2id and verifies composed and decomposed letters alike', async () => {
    const hash = await passwords.hash('caf\u00e9 au lait');
    assert.match(hash, /^\$argon2id\$/);
    assert.ok(await passwords.verify(hash, 'cafe\u0301 au lait'));
    assert.ok(!(await passwords.verify(hash, 'cafe au lait')));
  });

  test('an account that does not exist costs the same work, and never matches', async () => {
    const real = parseOptions(await passwords.hash('any'));
    assert.deepEqual(parseOptions(DUMMY_HASH), real);
    assert.equal(real.memoryCost, ARGON2ID.memoryCost);
    assert.equal(await passwords.verify(null, 'any'), false);
  });
});

describe('a task limit', () => {
  test('runs a few at a time, in order, and refuses when the line is full', async () => {
    const pass = createTaskLimit({ running: 2, waiting: 3 });
    const finish: (() => void)[] = [];
    const started: number[] = [];
    const task = (index: number) =>
      pass(() => {
        started.push(index);
        return new Promise<void>((resolve) => finish.push(resolve));
      });
    const tasks = [0, 1, 2, 3, 4].map(task);
    await assert.rejects(task(5), PasswordsBusy);
    assert.deepEqual(started, [0, 1]);
    for (let index = 0; index < 5; index++) {
      finish[index]?.();
      await tasks[index];
      await new Promise(setImmediate);
    }
    assert.deepEqual(started, [0, 1, 2, 3, 4]);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Check, good, warning } from './check.ts';
import { CHECKS } from './checks.ts';
import { examine } from './examine.ts';
import { openInstallation } from './installation.ts';

const installation = openInstallation({ PORT: 'x', WORKER_SECRET: 'a-secret-that-nobody-knows-of-at-all' });
const fine: Check = { id: 'fine', run: async () => [good('All is well.')] };

test('a check that throws is a fault of the doctor and ends no other', async () => {
  const broken: Check = {
    id: 'broken',
    run: async () => {
      throw new Error('cannot read a-secret-that-nobody-knows-of-at-all');
    },
  };
  const { examined } = await examine(installation, [broken, fine]);
  assert.deepEqual(
    examined.map(({ id, level }) => [id, level]),
    [
      ['broken', 'fault'],
      ['fine', 'good'],
    ],
  );
  assert.match(examined[0]?.findings[0]?.seen ?? '', /The check itself failed: cannot read \[hidden\]/);
});

test('a check that throws before its first await is one, too', async () => {
  const broken: Check = {
    id: 'broken',
    run() {
      throw new TypeError('x is not a function');
    },
  };
  assert.equal((await examine(installation, [broken, fine])).examined.length, 2);
});

test('a check that never ends is late, and the others are told', async () => {
  const { promise } = Promise.withResolvers<never>();
  const silent: Check = { id: 'silent', settings: ['DATABASE_URL'], run: () => promise };
  const { examined, late } = await examine(installation, [silent, fine], 20);
  assert.equal(late, true);
  assert.match(examined[0]?.findings[0]?.seen ?? '', /no answer within 1 s/);
  assert.match(examined[0]?.findings[0]?.remedy ?? '', /\.\/run doctor silent\. Look at DATABASE_URL/);
  assert.equal(examined[1]?.level, 'good');
});

test('checks run side by side', async () => {
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  const meet: Check['run'] = async () => {
    waiting += 1;
    if (waiting === 2) both.resolve();
    await both.promise;
    return [good('met')];
  };
  const { late } = await examine(
    installation,
    [
      { id: 'one', run: meet },
      { id: 'other', run: meet },
    ],
    5_000,
  );
  assert.equal(late, false);
});

test('a check whose setting is not valid says so instead of judging the default', async () => {
  const { examined } = await examine(installation, [{ ...fine, settings: ['PORT'] }]);
  assert.match(examined[0]?.findings[0]?.seen ?? '', /Not checked, because PORT cannot be used/);
});

test('the worst finding is the level of its check, and what has nothing to say is left out', async () => {
  const mixed: Check = { id: 'mixed', run: async () => [good('a'), warning('b', 'c'), good('d')] };
  const { examined } = await examine(installation, [mixed, { id: 'empty', run: async () => [] }]);
  assert.deepEqual(
    examined.map(({ id, level }) => [id, level]),
    [['mixed', 'warning']],
  );
});

test('each check has an id of its own, and each of its settings exists', () => {
  const ids = CHECKS.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  for (const { settings = [] } of CHECKS)
    for (const name of settings) assert.ok(installation.settingNames.has(name), name);
});

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ManualClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { createAccount } from './create-account.ts';
import { AccountNotFound, EmailTaken } from './errors.ts';
import { listAccounts, setAccountPlan } from './manage-accounts.ts';
import { findAccount, findAccountByEmail } from './queries.ts';

const NOBODY = '00000000-0000-7000-8000-000000000000';

describe('accounts', () => {
  let database: Database;
  const clock = new ManualClock();
  before(async () => {
    database = await openTestDatabase();
  });
  after(() => database.close());

  function create(email: string, name?: string) {
    clock.advanceMs(1);
    return database.db
      .transaction()
      .execute((tx) =>
        createAccount(
          { tx, clock, accountOpened: async () => undefined },
          { email, name, passwordHash: null },
        ),
      );
  }

  test('an account is found by its id and by its e-mail in any case', async () => {
    const { account } = await create('Find@Example.com');
    assert.deepEqual(await findAccount(database.db, account.id), account);
    assert.deepEqual(await findAccountByEmail(database.db, 'fIND@example.COM'), account);
    assert.equal(await findAccount(database.db, NOBODY), null);
    assert.equal(await findAccountByEmail(database.db, 'nobody@example.com'), null);
    assert.deepEqual(account.createdAt, clock.now());
    await assert.rejects(create('find@example.com'), EmailTaken);
  });

  test('a plan changes with the transaction that changes it', async () => {
    const { account } = await create('plan@example.com');
    const changed = database.db.transaction().execute(async (tx) => {
      assert.equal((await setAccountPlan(tx, account.id, 'creator')).plan, 'creator');
      throw new Error('rolled back');
    });
    await assert.rejects(changed, /rolled back/);
    assert.equal((await findAccount(database.db, account.id))?.plan, 'free');
    await database.db.transaction().execute((tx) => setAccountPlan(tx, account.id, 'starter'));
    assert.equal((await findAccount(database.db, account.id))?.plan, 'starter');
    const missing = database.db.transaction().execute((tx) => setAccountPlan(tx, NOBODY, 'free'));
    await assert.rejects(missing, AccountNotFound);
  });

  test('lists newest first, page by page, and finds part of an e-mail or a name, literally', async () => {
    for (const index of [1, 2, 3]) await create(`page-${index}@list.example`, `Person_${index}`);
    const first = await listAccounts(database.db, { limit: 2, query: '@LIST.example' });
    assert.deepEqual(
      first.accounts.map(({ email }) => email),
      ['page-3@list.example', 'page-2@list.example'],
    );
    const rest = await listAccounts(database.db, {
      limit: 2,
      query: '@list.example',
      cursor: first.nextCursor ?? undefined,
    });
    assert.deepEqual(
      rest.accounts.map(({ email }) => email),
      ['page-1@list.example'],
    );
    assert.equal(rest.nextCursor, null);
    const byName = await listAccounts(database.db, { limit: 50, query: 'person_2' });
    assert.equal(byName.accounts.length, 1);
    assert.equal((await listAccounts(database.db, { limit: 50, query: '%' })).accounts.length, 0);
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { silentLog } from '../log.ts';
import { type Database, migrate, rehearseMigrations, sql } from './index.ts';
import { MigrationRefused } from './migrate.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { openTestDatabase } from './testing.ts';

let database: Database;
let existing: Migration[];

describe('migrations', () => {
  before(async () => {
    database = await openTestDatabase();
    existing = await readMigrations();
  });

  beforeEach(async () => {
    await sql
      .raw("drop table if exists toy, pet, broken; delete from schema_migrations where name > '9'")
      .execute(database.db);
  });

  after(() => database.close());

  const migration = (name: string, statements: string): Migration => ({
    name,
    statements,
    checksum: createHash('sha256').update(statements).digest('hex'),
  });
  const apply = (...added: Migration[]) =>
    migrate(database, { log: silentLog, migrations: [...existing, ...added] });
  const pets = migration(
    '9001-pets.sql',
    'create table pet (id int primary key); insert into pet values (1);',
  );

  async function applied(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
      database.db,
    );
    return rows.map(({ name }) => name);
  }

  test('rehearsing says what would be applied, and changes nothing', async () => {
    const broken = migration('9002-broken.sql', 'select 1 / 0;');
    const rehearsed = await rehearseMigrations(database, [...existing, pets]);
    assert.deepEqual(
      rehearsed.map(({ name }) => name),
      ['9001-pets.sql'],
    );
    await assert.rejects(rehearseMigrations(database, [...existing, pets, broken]), /division by zero/);
    assert.deepEqual(
      await applied(),
      existing.map(({ name }) => name),
    );
    await apply(pets);
    assert.deepEqual(await rehearseMigrations(database, [...existing, pets]), []);
  });

  test('applies each migration once, in order, on repeated runs', async () => {
    const toys = migration('9002-toys.sql', 'create table toy (pet int references pet (id));');
    await apply(pets);
    await apply(pets, toys);
    await apply(pets, toys);
    assert.deepEqual(await applied(), [...existing.map(({ name }) => name), pets.name, toys.name]);
  });

  test('applies each migration once when many nodes start together', async () => {
    await Promise.all(Array.from({ length: 5 }, () => apply(pets)));
    assert.equal((await applied()).filter((name) => name === pets.name).length, 1);
  });

  test('refuses a migration that was edited after it was applied', async () => {
    await apply(pets);
    await assert.rejects(apply(migration(pets.name, `${pets.statements} -- edited`)), MigrationRefused);
  });

  test('refuses a new migration numbered before an applied one', async () => {
    await apply(pets);
    await assert.rejects(apply(migration('9000-late.sql', 'select 1;'), pets), MigrationRefused);
  });

  test('refuses a database that a newer version has migrated, and changes nothing in it', async () => {
    await apply(pets);
    const before = await applied();
    await assert.rejects(apply(), (error) => {
      assert.ok(error instanceof MigrationRefused);
      assert.match(error.public, /newer version: this one does not know 9001-pets\.sql/);
      return true;
    });
    await assert.rejects(apply(migration('9002-toys.sql', 'create table toy (id int);')), MigrationRefused);
    assert.deepEqual(await applied(), before);
  });

  test('leaves nothing behind when a migration fails, and resumes once it is fixed', async () => {
    const broken = migration(
      '9002-broken.sql',
      'create table broken (id int); insert into nowhere values (1);',
    );
    await assert.rejects(apply(pets, broken), /nowhere/);
    assert.ok(!(await applied()).includes(broken.name));
    await apply(pets, migration('9002-broken.sql', 'create table broken (id int);'));
    assert.ok((await applied()).includes(broken.name));
  });
});

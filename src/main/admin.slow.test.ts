import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { parseConfig } from '../platform/config/index.ts';
import { openDatabase } from '../platform/database/index.ts';
import { restoreMigratedFolder } from '../platform/database/testing.ts';
import { silentLog } from '../platform/log.ts';
import { createAccount, findAccountByEmail } from '../tenancy/accounts/index.ts';
import { runAdminCommand } from './admin-commands.ts';
import { startWarnings } from './banner.ts';
import { askService, openControlSocket } from './control-socket.ts';

const EMAIL = 'ann@example.com';
const run = promisify(execFile);

async function admin(dataDir: string, ...args: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent' };
  return run(process.execPath, [join(import.meta.dirname, 'admin.ts'), ...args], { env });
}

test('./run admin works with the embedded database, whether the service is running or not', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vox-admin-'));
  t.after(() => rm(dataDir, { recursive: true }));
  await restoreMigratedFolder(dataDir);
  const open = () => openDatabase({ dataDir, log: silentLog });
  const isGranted = async (db: Awaited<ReturnType<typeof open>>['db']) =>
    (await findAccountByEmail(db, EMAIL))?.adminGranted;

  const running = await open();
  const { db } = running;
  await db.transaction().execute((tx) => {
    const deps = { tx, clock: systemClock, accountOpened: async () => undefined };
    return createAccount(deps, { email: EMAIL, passwordHash: null });
  });
  const deps = { db, clock: systemClock, publicUrl: 'http://localhost', adminEmails: [] };
  const command = (args: readonly string[]) => runAdminCommand(deps, args);
  const control = await openControlSocket({ dataDir, log: silentLog, run: command });
  assert.equal((await stat(join(dataDir, 'control'))).mode & 0o777, 0o700);
  assert.equal((await stat(join(dataDir, 'control', 'admin.sock'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(dataDir, 'database'))).mode & 0o777, 0o700);
  const granted = await admin(dataDir, 'grant', EMAIL.toUpperCase());
  assert.match(
    granted.stdout,
    /^ann@example\.com \(account .*address NOT verified\) is now an administrator\.$/m,
  );
  assert.equal(await isGranted(db), true);
  await assert.rejects(admin(dataDir, 'grant', 'nobody@example.com'), /There is no account/);
  await assert.rejects(admin(dataDir, 'crown', EMAIL), /Usage: \.\/run admin grant EMAIL/);
  const printed = await admin(dataDir, 'reset-password', EMAIL);
  assert.match(printed.stdout, /^http:\/\/localhost\/reset-password#[0-9A-Za-z]{43}$/m);
  await assert.rejects(admin(dataDir, 'reset-password', 'nobody@example.com'), /There is no account/);
  const added = await admin(dataDir, 'worker', 'add', 'gpu-1', 'video');
  assert.match(added.stdout, /^WORKER_SECRET=wk_[0-9A-Za-z]{43}$/m);
  const [secretId = ''] = (await admin(dataDir, 'worker', 'list')).stdout.split(' ');
  assert.match((await admin(dataDir, 'worker', 'revoke', secretId)).stdout, /gpu-1 is revoked/);
  await assert.rejects(admin(dataDir, 'worker', 'revoke', 'nothing'), /not found/);
  await control?.close();
  await running.close();

  assert.match((await admin(dataDir, 'list')).stdout, /^ann@example\.com .*administrator by grant$/m);
  await admin(dataDir, 'revoke', EMAIL);
  const reopened = await open();
  assert.equal(await isGranted(reopened.db), false);
  await assert.rejects(admin(dataDir, 'list'), /Another process .* is using DATA_DIR/);
  await reopened.close();
});

test('the control socket survives malformed requests and a stale socket of a killed process', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vox-admin-'));
  t.after(() => rm(dataDir, { recursive: true }));
  assert.equal(await askService(dataDir, ['list']), null);
  const first = await openControlSocket({ dataDir, log: silentLog, run: async () => 'first' });
  t.after(() => first?.close());
  const second = await openControlSocket({ dataDir, log: silentLog, run: async (args) => args.join(' ') });
  t.after(() => second?.close());
  assert.equal(await askService(dataDir, ['a', 'b']), 'a b');
  await assert.rejects(askService(dataDir, ['x'.repeat(9_000_000)]), /too long/);
  assert.equal(await askService(dataDir, ['still', 'there']), 'still there');
});

test('warns the operator about development mode on a public address and about production without mail', () => {
  const warningsOf = (env: NodeJS.ProcessEnv) => startWarnings(parseConfig(env)).join();
  for (const HOST of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) assert.equal(warningsOf({ HOST }), '');
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'voice.example.com'])
    assert.match(warningsOf({ HOST }), /^Development mode on the public address/);
  const production = {
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://voice.example.com',
    SESSION_SECRET: 's'.repeat(32),
    WORKER_SECRET: 'w'.repeat(32),
    METRICS_TOKEN: 'm'.repeat(32),
    DATA_KEYS: `a:${'d'.repeat(32)}`,
  };
  assert.match(
    warningsOf(production),
    /^SMTP_URL is not set: .*ADMIN_EMAILS has no effect.*\.\/run admin reset-password EMAIL/,
  );
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'vox@example.com' };
  assert.equal(warningsOf({ ...production, ...mail }), '');
  assert.match(warningsOf({ ...production, ...mail, DATA_KEYS: '' }), /^DATA_KEYS is not set: .*rotate-keys/);
});

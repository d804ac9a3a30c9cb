import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { lockFolder } from '../../../platform/database/index.ts';
import { internalError } from '../../../platform/errors.ts';
import { silentLog } from '../../../platform/log.ts';
import { openControlSocket } from '../../control-socket.ts';
import { versionOfPackage } from '../../version-of-package.ts';
import { openInstallation } from '../installation.ts';
import { DESCRIBE } from '../running-service.ts';
import { embedded } from './embedded.ts';

const Unknown = internalError('invalid', 'wrong_command', 'Usage: ./run admin …');

const SERVICE = { publicUrl: 'http://127.0.0.1:8080', mode: 'development', restoredFrom: null };
const answer = (facts: object): string =>
  JSON.stringify({ version: versionOfPackage(), ...SERVICE, ...facts });

describe('the embedded database', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  });
  after(() => rm(dataDir, { recursive: true }));
  const look = async (env: NodeJS.ProcessEnv = {}) =>
    (await embedded.run(openInstallation({ DATA_DIR: dataDir, ...env })))[0];

  async function whileRunning(run: (args: readonly string[]) => Promise<string>, work: () => Promise<void>) {
    const unlock = await lockFolder(dataDir);
    const control = await openControlSocket({ dataDir, log: silentLog, run });
    try {
      await work();
    } finally {
      await control?.close();
      await unlock();
    }
  }

  test('one that is not there yet is good, and is not made', async () => {
    assert.match((await look())?.seen ?? '', /none in .* yet/);
    assert.deepEqual(await readdir(dataDir), []);
  });

  test('one that a running service holds is no fault, and the service says what it is', async () => {
    const run = async (args: readonly string[]) => (args[0] === DESCRIBE ? answer({}) : '');
    await whileRunning(run, async () => {
      const found = await look();
      assert.equal(found?.level, 'good');
      assert.match(
        found?.seen ?? '',
        new RegExp(`process ${process.pid}\\) holds it, and it is of this version`),
      );
      const other = await look({ PUBLIC_URL: 'http://elsewhere.example' });
      assert.equal(other?.level, 'warning');
      assert.match(
        other?.seen ?? '',
        /other settings than these: http:\/\/127\.0\.0\.1:8080, NODE_ENV=development/,
      );
    });
  });

  test('a service of another version and a copy that was not released are told, and one that cannot answer is no fault', async () => {
    const older = answer({ version: '0.1.0' });
    await whileRunning(
      async () => older,
      async () => assert.match((await look())?.remedy ?? '', /Restart the service/),
    );
    await whileRunning(
      async () => answer({ restoredFrom: '20261118t000000000z-a' }),
      async () => assert.match((await look())?.remedy ?? '', /\.\/run admin release/),
    );
    await whileRunning(
      () => Promise.reject(new Unknown()),
      async () => assert.equal((await look())?.level, 'good'),
    );
  });

  test('one that DATABASE_URL has replaced is told', async () => {
    const server = { DATABASE_URL: 'postgres://vox@127.0.0.1:1/vox' };
    assert.equal(await look(server), undefined);
    await mkdir(join(dataDir, 'database'));
    await writeFile(join(dataDir, 'database', 'PG_VERSION'), '17');
    assert.match((await look(server))?.seen ?? '', /is not used any more/);
    assert.match((await look())?.seen ?? '', /no process uses it/);
  });
});

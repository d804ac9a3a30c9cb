import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openResources } from '../../src/main/open-resources.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { lockFolder, openDatabase, sql } from '../../src/platform/database/index.ts';
import { restoreMigratedFolder } from '../../src/platform/database/testing.ts';
import { silentLog as log } from '../../src/platform/log.ts';

const MAIN = join(import.meta.dirname, '../../src/main');
const { MODELS_DIR = join(MAIN, '../../data/models') } = process.env;
const LOST = 'media/lost';
const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';

type Ended = { status: unknown; printed: string };

/** The real program, with nothing but these settings. */
function run(command: string, args: string[], settings: NodeJS.ProcessEnv): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, MODELS_DIR, LOG_LEVEL: 'error', ...settings };
  return new Promise((resolve) =>
    execFile(process.execPath, [join(MAIN, `${command}.ts`), ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error?.code ?? 0, printed: stdout + stderr }),
    ),
  );
}

describe('the commands of backups, as an operator runs them', () => {
  let folder: string;
  let backups: string;
  let made: Ended;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commands-'));
    backups = join(folder, 'backups');
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await restoreMigratedFolder(dataDir);
    const database = await openDatabase({ dataDir, log });
    await sql`INSERT INTO accounts (id, email, created_at) VALUES (${ACCOUNT}::uuid, 'a@example.com', now())`.execute(
      database.db,
    );
    await sql`
      INSERT INTO asset_files (object_key, account_id, sha256, bytes, kind, content_type, extension, has_audio)
      VALUES (${LOST}, ${ACCOUNT}::uuid, 'x', 3, 'audio', 'audio/wav', 'wav', true)`.execute(database.db);
    await database.close();
    made = await run('backup', [backups], { DATA_DIR: dataDir });
  });
  after(() => rm(folder, { recursive: true }));

  test('a backup of a store that has lost an object ends with 3 and names it', () => {
    assert.equal(made.status, 3, made.printed);
    assert.match(made.printed, /1 objects that rows point to are NOT in the object store.*media\/lost/);
  });

  test('where another process restores, neither a second restore nor a service starts, or leaves keys that would be taken for its own', async () => {
    const dataDir = join(folder, 'held');
    await mkdir(dataDir);
    const unlock = await lockFolder(dataDir);
    const before = await readdir(dataDir);
    const { status, printed } = await run('restore', [backups], { DATA_DIR: dataDir });
    assert.deepEqual([status, /is using DATA_DIR/.test(printed)], [1, true], printed);
    const config = parseConfig({ DATA_DIR: dataDir, MODELS_DIR });
    await assert.rejects(openResources(config, log), { code: 'data_folder_in_use' });
    const left = (await readdir(dataDir)).filter((name) => !before.includes(name));
    assert.deepEqual(left, ['storage']);
    await unlock();
  });
});

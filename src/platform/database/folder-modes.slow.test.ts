import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadSecrets, parseConfig } from '../config/index.ts';
import { silentLog } from '../log.ts';
import { createMailer } from '../mail/index.ts';
import { withScratchFolder } from '../scratch.ts';
import { createDiskStorage } from '../storage/index.ts';
import { openDatabase } from './index.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('folders of the service', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'folder-modes-'));
  });
  after(() => rm(dataDir, { recursive: true }));

  test('everything directly below DATA_DIR is its owner’s alone while the service runs', async (t) => {
    loadSecrets(parseConfig({ DATA_DIR: dataDir }));
    const database = await openDatabase({ dataDir, log: silentLog });
    t.after(() => database.close());
    await createDiskStorage({ dataDir });
    const outboxDir = join(dataDir, 'outbox');
    const mailer = createMailer({ smtpUrl: undefined, from: 'vox@example.com', outboxDir, log: silentLog });
    mailer?.post(async () => ({ to: 'ann@example.com', subject: 'x', text: 'x' }));
    await mailer?.idle();
    const entries = await readdir(dataDir);
    for (const entry of entries) assert.match(await modeOf(join(dataDir, entry)), /^[67]00$/, entry);
    assert.ok(entries.length >= 4, entries.join());
  });

  test('only the owner can read database, objects and scratch folders, including those of older versions', async () => {
    for (const folder of ['database', 'storage']) await chmod(join(dataDir, folder), 0o755);
    await (await openDatabase({ dataDir, log: silentLog })).close();
    const storage = await createDiskStorage({ dataDir });
    await storage.put('a/b', Buffer.from('x'), { contentType: 'text/plain' });
    for (const [path, mode] of [
      ['database', '700'],
      ['storage', '700'],
      ['storage/.tmp', '700'],
      ['storage/a', '700'],
      ['storage/a/@b', '600'],
    ] as const)
      assert.equal(await modeOf(join(dataDir, path)), mode, path);
    await withScratchFolder(async (folder) => assert.equal(await modeOf(folder), '700'));
  });
});

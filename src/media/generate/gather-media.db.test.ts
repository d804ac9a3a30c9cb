import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Media } from '../../../engines/ffmpeg/index.ts';
import type { Caller } from '../../http/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import { type Database, sql } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { silentLog } from '../../platform/log.ts';
import { createDiskStorage } from '../../platform/storage/index.ts';
import { type MediaDeps, withMedia } from './gather-media.ts';
import type { Source } from './sources.ts';

const FILE_BYTES = 1_000;
const IMAGE: Media = {
  kind: 'image',
  contentType: 'image/png',
  extension: 'png',
  containerFormat: 'png_pipe',
  hasAudio: false,
  hasVideo: true,
  rotation: 0,
  width: 16,
  height: 16,
};
const CREDENTIAL = { kind: 'key', id: 'key' } as const;
const CALLER: Caller = { accountId: 'a', email: '', plan: 'starter', admin: false, credential: CREDENTIAL };

describe('files sent with a request', () => {
  let database = {} as Database;
  let folder = '';
  let deps = {} as MediaDeps;
  let looks = 0;
  before(async () => {
    database = await openTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'arrivals-'));
    const probeMedia = async (): Promise<Media> => {
      looks += 1;
      return IMAGE;
    };
    const storage = await createDiskStorage({ dataDir: folder });
    const mediaOutbound = { allow: [], requireHttps: false };
    deps = { db: database.db, storage, clock: new ManualClock(), log: silentLog, mediaOutbound, probeMedia };
    await writeFile(join(folder, 'image'), Buffer.alloc(FILE_BYTES));
  });
  after(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });
  const stored = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of deps.storage.list('media/')) keys.push(key);
    return keys;
  };
  const source = (): Source => ({ name: 'image', type: 'image', path: join(folder, 'image') });
  const bring = (count: number, mostBytes?: number): Promise<void> =>
    withMedia(
      deps,
      async ({ gather }) => {
        for (let i = 0; i < count; i += 1)
          await gather(CALLER, { picture: source() }, new AbortController().signal);
      },
      mostBytes,
    );

  test('are refused when their total is too large, and none is kept', async () => {
    await assert.rejects(bring(3, 2.5 * FILE_BYTES), { kind: 'invalid', code: 'files_too_large' });
    assert.deepEqual(await stored(), []);
    assert.equal((await sql`SELECT FROM loose_objects`.execute(database.db)).rows.length, 0);
  });

  test('are not read once the limit is reached', async () => {
    looks = 0;
    const full = withMedia(
      deps,
      async ({ gather }) => {
        const next = () => gather(CALLER, { picture: source() }, new AbortController().signal);
        await assert.rejects(next(), { code: 'files_too_large' });
        await next();
      },
      FILE_BYTES - 1,
    );
    await assert.rejects(full, { code: 'files_too_large' });
    assert.equal(looks, 1);
  });

  test('of exactly the allowed size are accepted', async () => {
    await bring(2, 2 * FILE_BYTES);
    assert.equal((await stored()).length, 2);
  });
});

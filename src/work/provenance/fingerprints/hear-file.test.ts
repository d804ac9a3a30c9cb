import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { FfmpegMissing } from '../../../../engines/ffmpeg/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { withScratchFolder } from '../../../platform/scratch.ts';
import { type HearFileDeps, hearFile } from './hear-file.ts';

const NEVER = new Promise<never>(() => undefined);
const LANDMARKS = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);

const working: HearFileDeps = {
  async decodeToFile(_path, { target }) {
    await writeFile(target, 'sound');
    return { samples: 1, seconds: 1 };
  },
  threads: { run: async () => LANDMARKS as never },
  log: silentLog,
};

function hear(deps: Partial<HearFileDeps>, maxMs: number): Promise<{ heard: Buffer | null; left: string[] }> {
  return withScratchFolder(async (folder) => {
    const file = { path: 'film', folder, accountId: 'somebody' };
    const heard = await hearFile({ ...working, ...deps }, file, { maxMs });
    return { heard, left: await readdir(folder) };
  });
}

test('its decoded sound is gone before the film is signed', async () => {
  assert.deepEqual(await hear({}, 60_000), { heard: Buffer.from(LANDMARKS), left: [] });
});

test('a film that cannot be heard in time is stored without, before its worker gives the upload up', async () => {
  const decoding: HearFileDeps['decodeToFile'] = (_path, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  assert.deepEqual(await hear({ decodeToFile: decoding }, 1), { heard: null, left: [] });
  assert.deepEqual(await hear({ threads: { run: () => NEVER } }, 1), { heard: null, left: [] });
});

test('without ffmpeg a film is stored without, and what nobody foresaw fails', async () => {
  const missing = () => Promise.reject(new FfmpegMissing());
  assert.equal((await hear({ decodeToFile: missing }, 60_000)).heard, null);
  await assert.rejects(
    hear({ decodeToFile: () => Promise.reject(new TypeError('a bug')) }, 60_000),
    TypeError,
  );
});

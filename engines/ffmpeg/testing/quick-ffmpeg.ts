import assert from 'node:assert/strict';
import { findFfmpeg } from '../find-ffmpeg.ts';

/**
 * Makes and reads the files of tests: the packaged ffmpeg where there is one. The system's loads two hundred libraries, so
 * that it takes five times as long to start; what is tested uses it, as a service does that finds one.
 */
export async function findQuickFfmpeg(): Promise<string> {
  const packaged = await findFfmpeg(undefined, { PATH: '' });
  const found = packaged ?? (await findFfmpeg(process.env.FFMPEG_PATH, process.env));
  assert.ok(found, 'these tests need ffmpeg');
  return found;
}

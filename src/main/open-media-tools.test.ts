import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog, type Log } from '../platform/log.ts';
import { openMediaTools } from './open-media-tools.ts';

function openLog(): { log: Log; lines(): string } {
  let logged = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  return { log: createLog({ level: 'warn', destination }), lines: () => logged };
}

test('reports a missing ffmpeg or prlimit at start, with instructions', async () => {
  const { log, lines } = openLog();
  const media = await openMediaTools({ ffmpegPath: '/nowhere/ffmpeg' }, log, { PATH: '' });
  assert.deepEqual(media.tools, { ffmpeg: null, prlimit: null, sandbox: null });
  assert.match(lines(), /ffmpeg was not found.*Install ffmpeg or set FFMPEG_PATH/u);
  assert.match(lines(), /prlimit was not found.*Install util-linux/u);
  await assert.rejects(media.probeMedia('x', { maxSeconds: 1 }), /Install ffmpeg .*FFMPEG_PATH/u);
  assert.throws(() => media.codec.encodeStream('mp3', 24_000), /Ask for wav, pcm or opus/u);
});

test('reports at start that customers’ files are read without a sandbox, why and what to do, and goes on', async () => {
  const { log, lines } = openLog();
  const forbidden = async () => ({ sandbox: null, problem: 'No permissions to create new namespace' });
  const media = await openMediaTools({}, log, process.env, forbidden);
  assert.equal(media.tools.sandbox, null);
  assert.match(lines(), /No permissions to create new namespace/u);
  assert.match(lines(), /without a sandbox.*Install bubblewrap and allow it namespaces/u);
});

test('hides the data folder from ffmpeg, and is silent where a sandbox works', async () => {
  const { log, lines } = openLog();
  const hidden: string[] = [];
  const media = await openMediaTools({ dataDir: '/srv/vox' }, log, process.env, async (_ffmpeg, options) => {
    hidden.push(...options.hidden);
    return { sandbox: ['bwrap'], problem: null };
  });
  assert.deepEqual(media.tools.sandbox, ['bwrap']);
  assert.ok(hidden.includes('/srv/vox'));
  assert.doesNotMatch(lines(), /sandbox/u);
});

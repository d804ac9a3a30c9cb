import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { createLog } from '../platform/log.ts';
import { openMediaTools } from './open-media-tools.ts';

test('reports a missing ffmpeg or prlimit at start, with instructions', async () => {
  let logged = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  const log = createLog({ level: 'warn', destination });
  const media = await openMediaTools({ ffmpegPath: '/nowhere/ffmpeg' }, log, { PATH: '' });
  assert.deepEqual(media.tools, { ffmpeg: null, prlimit: null });
  assert.match(logged, /ffmpeg was not found.*Install ffmpeg or set FFMPEG_PATH/u);
  assert.match(logged, /prlimit was not found.*Install util-linux/u);
  await assert.rejects(media.probeMedia('x', { maxSeconds: 1 }), /Install ffmpeg .*FFMPEG_PATH/u);
  assert.throws(() => media.codec.encodeStream('mp3', 24_000), /Ask for wav, pcm or opus/u);
});

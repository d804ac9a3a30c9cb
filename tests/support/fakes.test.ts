import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';
import { lipsEngineContract } from '../../engines/lipsync/testing/contract.ts';
import { speechEngineContract } from '../../engines/speech/testing/contract.ts';
import { transcriptionEngineContract } from '../../engines/transcription/testing/contract.ts';
import { createFakeTranscription } from '../../engines/transcription/testing/fake-transcription.ts';
import type { RenderRequest } from '../../engines/video/index.ts';
import { videoEngineContract } from '../../engines/video/testing/contract.ts';
import { createFakeLips } from './fake-lips.ts';
import { createFakeSpeech } from './fake-speech.ts';
import { createFakeVideo } from './fake-video.ts';
import { sound } from './media-files.ts';

// Runs the contract suites of the real engines, so that the fakes keep the same promises.

const tone = (seconds: number): Float32Array =>
  Float32Array.from({ length: seconds * 16_000 }, (_, i) => 0.3 * Math.sin(i / 6));

speechEngineContract('the fake of the tests', {
  create: async () => createFakeSpeech(),
  sample: { text: 'One two. Three four. Five six.', voiceId: 'af_heart' },
});

transcriptionEngineContract('the fake of the tests', {
  create: async () => createFakeTranscription(),
  sample: async () => ({ samples: tone(2), words: ['hello', 'there', 'general'] }),
});

lipsEngineContract('the fake of the tests', {
  create: async () => createFakeLips({ absent: false }),
  sample: async () => tone(1.23),
});

const folder = await mkdtemp(join(tmpdir(), 'fakes-'));
after(() => rm(folder, { recursive: true }));

async function request(into: string, presenterId = 'clara'): Promise<RenderRequest> {
  const audioPath = join(folder, 'sound.wav');
  await writeFile(audioPath, sound(1.2));
  const cues = [{ viseme: 'sil', startSeconds: 0, endSeconds: 1.21, stress: 0 } as const];
  const mouth = { durationSeconds: 1.21, cues, loudness: new Float32Array(121) };
  const background = { kind: 'scene', scene: 'studio' } as const;
  const picture = { kind: 'presenter', presenterId, background } as const;
  return { picture, audioPath, mouth, height: 480, audioKbps: 96, maxSeconds: 180, folder: into };
}

videoEngineContract('the fake of the tests', {
  create: async () => createFakeVideo(),
  request,
  refused: async (into) => ({ request: await request(into, 'nobody'), code: 'unknown_avatar' }),
  ffmpeg: async () => {
    const found = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    assert.ok(found, 'these tests need ffmpeg');
    return found;
  },
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { createWav, openWav } from '../codec/index.ts';
import { resampled } from '../dsp/index.ts';
import { pieceOf } from '../music/composition/testing.ts';
import { createMusicEngine, findMusicFont } from '../music/index.ts';
import type { TranscriptionEngine } from '../transcription/index.ts';
import { realTranscription } from '../transcription/testing/real-transcription.ts';
import { LINES, recorded } from '../transcription/testing/recordings.ts';
import { rms } from '../transcription/testing/spoken.ts';
import { createSeparationEngine, findSeparationWeights, type Span } from './index.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const RATE = 48_000;
const SECONDS = 8;

describe('separation, with real weights', () => {
  let folder: string;
  let transcription: TranscriptionEngine;
  let music: Float32Array[];
  const film = { spans: [] as Span[], channels: [] as Float32Array[] };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-separation-'));
    transcription = await realTranscription();
    music = await playMusic();
    film.channels = music.map((channel) => channel.slice());
    for (const [i, voice] of ['af_heart', 'bm_george'].entries()) {
      const line = resampled(await recorded(LINES[i] ?? '', voice), 16_000, RATE);
      const start = 1 + 3.5 * i;
      const level = 0.1 / rms(line);
      film.spans.push({ start, end: start + line.length / RATE });
      for (const channel of film.channels)
        for (let k = 0; k < line.length; k += 1)
          channel[start * RATE + k] = (channel[start * RATE + k] as number) + level * (line[k] as number);
    }
  });
  after(async () => {
    await rm(folder, { recursive: true });
  });

  /** 12 dB under the speech. */
  async function playMusic(): Promise<Float32Array[]> {
    const engine = createMusicEngine({ files: await findMusicFont({ modelsDir }), log: silentLog });
    try {
      const piece = pieceOf('orchestral', { seconds: SECONDS });
      const { channels } = await engine.play(piece, { signal: AbortSignal.timeout(60_000) });
      const level = 0.025 / rms(channels[0] ?? new Float32Array());
      return channels.map((channel) => resampled(channel, 44_100, RATE).map((x) => x * level));
    } finally {
      await engine.close();
    }
  }

  const hear = ([left = new Float32Array(), right = left]: readonly Float32Array[]) =>
    transcription.transcribe({
      samples: resampled(
        left.map((x, i) => (x + (right[i] as number)) / 2),
        RATE,
        16_000,
      ),
      language: 'en',
    });

  test('no speech is found in the background, and the music under it keeps its level', async () => {
    const soundPath = join(folder, 'film.wav');
    const backgroundPath = join(folder, 'background.wav');
    const writer = await createWav(soundPath, { sampleRate: RATE, channels: 2 });
    await writer.write(film.channels);
    await writer.close();
    const weights = await findSeparationWeights({ modelsDir });
    const engine = createSeparationEngine({ weights, log: silentLog });
    const shares: number[] = [];
    try {
      assert.equal(engine.method, 'separated');
      await engine.removeSpeech(
        { soundPath, spans: film.spans, speechPath: null, backgroundPath },
        { signal: AbortSignal.timeout(60_000), onProgress: (share) => shares.push(share) },
      );
    } finally {
      await engine.close();
    }
    assert.equal(shares.at(-1), 1);
    const reader = await openWav(backgroundPath);
    const background = await reader.read(0, reader.frames);
    await reader.close();
    assert.ok((await hear(film.channels)).words.length > 10, 'the film is understood');
    await assert.rejects(hear(background), { code: 'no_speech' });
    for (const { start, end } of film.spans)
      for (const [c, channel] of background.entries()) {
        const part = (sound: Float32Array) => sound.subarray(start * RATE, end * RATE);
        const difference = 20 * Math.log10(rms(part(channel)) / rms(part(music[c] as Float32Array)));
        assert.ok(Math.abs(difference) < 4, `${difference} dB at ${start} s`);
      }
  });
});

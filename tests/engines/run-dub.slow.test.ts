import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { encodeWav } from '../../engines/codec/index.ts';
import { createMixingEngine } from '../../engines/mixing/index.ts';
import { createSeparationEngine } from '../../engines/separation/index.ts';
import { createFakeTranscription } from '../../engines/transcription/testing/fake-transcription.ts';
import { openMediaTools } from '../../src/main/open-media-tools.ts';
import {
  createDubRunner,
  createTranslators,
  type DubProduct,
  type DubRequest,
} from '../../src/media/dubbing/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import type { Assignment } from '../../src/work/workers/index.ts';
import { createFakeLips } from '../support/fake-lips.ts';
import { createFakeSpeech } from '../support/fake-speech.ts';
import { createFakeVideo } from '../support/fake-video.ts';
import { createFakeVoiceMaker } from '../support/fake-voice-maker.ts';

const RATE = 16_000;
const SECONDS = 8;
const REQUEST: DubRequest = {
  target_language: 'en',
  source_language: 'es',
  range: null,
  film: { has_video: false, seconds: SECONDS, content_type: 'audio/wav' },
  script: null,
  given: null,
  num_speakers: null,
  voice: null,
  consent: true,
  glossary: {},
  lip_sync: false,
  sync_mode: 'cut_off',
  fit: 'speech',
  drop_background: false,
  lipsync_model: '',
  height: 480,
  audio_kbps: 128,
  max_seconds: 60,
};

/** A checkpoint has the data of an attempt, and the last file that the attempt saved until then. */
type Saved = { data: object; file: string | null };

describe('a dub', () => {
  const speech = createFakeSpeech();
  const transcription = createFakeTranscription();
  const voiceMaker = createFakeVoiceMaker();
  const separation = createSeparationEngine({ weights: null, log: silentLog });
  const mixing = createMixingEngine({ log: silentLog });
  let folder: string;
  let run: (given: Partial<Assignment>) => Promise<{ product: DubProduct; measured: object; saved: Saved[] }>;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'run-dub-'));
    const film = join(folder, 'film.wav');
    const tone = Float32Array.from({ length: SECONDS * RATE }, (_, i) => 0.3 * Math.sin(i / 10));
    await writeFile(film, encodeWav([tone], RATE));
    const media = await openMediaTools({}, silentLog);
    const translators = createTranslators({ languageModel: null, apertium: null, transcription });
    const runner = createDubRunner({
      speech,
      transcription,
      translators,
      voiceMaker,
      separation,
      mixing,
      video: createFakeVideo(),
      lips: createFakeLips({ absent: true }),
      tools: media.tools,
      decodeToFile: media.decodeToFile,
    });
    let attempts = 0;
    run = async (given) => {
      attempts += 1;
      const work = join(folder, `work-${attempts}`);
      await mkdir(work);
      const saved: Saved[] = [];
      const { product, measured, outputs } = await runner.run({
        jobId: 'job_1',
        request: REQUEST,
        attempt: attempts,
        folder: work,
        inputs: new Map([['film', film]]),
        checkpoint: null,
        checkpointFile: null,
        reserve: async () => undefined,
        saveCheckpoint: async (data, path) => {
          const last = saved.at(-1)?.file ?? null;
          const file = path === undefined ? last : join(folder, `saved-${attempts}-${saved.length}`);
          if (path !== undefined && file !== null) await copyFile(path, file);
          saved.push({ data: JSON.parse(JSON.stringify(data)), file });
        },
        signal: new AbortController().signal,
        log: silentLog,
        progress: () => undefined,
        ...given,
      });
      for (const { path } of outputs) assert.ok((await readFile(path)).length > 0);
      return { product: product as DubProduct, measured, saved };
    };
  });
  after(async () => {
    await Promise.all([speech.close(), separation.close(), mixing.close()]);
    await rm(folder, { recursive: true });
  });

  const counted = async (given: Partial<Assignment>) => {
    const before = [transcription.calls, speech.calls];
    voiceMaker.matched = null;
    const made = await run(given);
    const calls = {
      transcribed: transcription.calls - (before[0] ?? 0),
      matched: voiceMaker.matched !== null,
      spoken: speech.calls - (before[1] ?? 0),
    };
    return { ...made, calls };
  };

  test('goes on after a crash with the stage that was cut off, and makes and costs the same', async () => {
    const whole = await counted({});
    assert.ok(whole.calls.transcribed > 1 && whole.calls.spoken > 0);
    const { script } = whole.product;
    assert.deepEqual(
      script.speakers.map(({ voice }) => voice !== null),
      script.speakers.map(() => true),
    );
    assert.ok(script.lines.every(({ spoken }) => spoken !== null));
    const characters = script.lines.reduce(
      (sum, { translation }) => sum + [...(translation ?? '')].length,
      0,
    );
    assert.deepEqual(whole.measured, { stt_second: SECONDS, tts_character: characters, video_second: 0 });

    for (const [i, { data, file }] of whole.saved.entries()) {
      const resumed = await counted({ checkpoint: data, checkpointFile: file });
      assert.deepEqual(resumed.product, whole.product);
      assert.deepEqual(resumed.measured, whole.measured);
      assert.ok(resumed.calls.transcribed < whole.calls.transcribed, 'nothing is heard twice');
      if (i >= 1) assert.equal(resumed.calls.transcribed, 0, 'nothing is translated twice');
      if (file !== null) assert.deepEqual(resumed.calls, { transcribed: 0, matched: false, spoken: 0 });
    }
    assert.ok(whole.saved.at(-1)?.file, 'the spoken lines are saved');
  });

  test('rendered again, only what changed is spoken and charged', async () => {
    const first = await counted({});
    const speechFile = first.saved.at(-1)?.file ?? '';
    const [line, ...rest] = first.product.script.lines;
    assert.ok(line);
    const script = { ...first.product.script, lines: [{ ...line, translation: 'Something else.' }, ...rest] };
    const inputs = new Map([
      ['film', join(folder, 'film.wav')],
      ['speech', speechFile],
    ]);
    const again = await counted({ request: { ...REQUEST, script }, inputs });
    const characters = [...'Something else.'].length;
    assert.deepEqual(again.measured, { stt_second: 0, tts_character: characters, video_second: 0 });
    assert.equal(again.calls.transcribed, 0);
    const [new_, ...kept] = again.product.script.lines;
    assert.notEqual(new_?.spoken?.key, line.spoken?.key);
    assert.deepEqual(
      kept.map(({ spoken }) => spoken?.key),
      rest.map(({ spoken }) => spoken?.key),
    );
  });

  test('one that another version saved is not used', async () => {
    const again = await counted({ checkpoint: { version: 0, script: null } });
    assert.ok(again.calls.transcribed > 1);
  });
});

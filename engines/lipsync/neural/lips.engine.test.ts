import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { silentLog } from '../../../src/platform/log.ts';
import { joinSamples } from '../../dsp/index.ts';
import { sessionOptions } from '../../onnx/index.ts';
import { recorded } from '../../transcription/testing/recordings.ts';
import { silence } from '../../transcription/testing/spoken.ts';
import { curvesOf } from '../curves.ts';
import { lipsEngineContract } from '../testing/contract.ts';
import type { MouthTrack } from '../types.ts';
import { VISEMES } from '../types.ts';
import { VISEME_COUNT } from './layout.ts';
import { gainFor } from './level.ts';
import { createLipsEngine, type LipsEngine, MODEL_FILE } from './lips-engine.ts';
import { trackFromLips } from './track-from-lips.ts';

const RATE = 16_000;
const MOST_CHANGE_PER_SECOND = 25;

lipsEngineContract('vox-lips', {
  create: async () => createLipsEngine({ log: silentLog }),
  sample: async () =>
    Float32Array.from({ length: 1.5 * RATE }, (_, i) => 0.2 * Math.sin(i / 20 + (i / 3_000) ** 2)),
});

describe('the lip-sync network', () => {
  let lips: LipsEngine;
  let speech: Float32Array;
  before(async () => {
    lips = createLipsEngine({ log: silentLog });
    // A voice that was not used in training.
    speech = await recorded('Bob and Pam buy a map. We see you.', 'af_bella');
  });
  after(() => lips.close());

  test('p, b and m close the lips and vowels open them', async () => {
    const track = await trackFromLips(await lips.analyse(speech), speech);
    assert.ok(count(track, 'PP') >= 4, `${count(track, 'PP')} closures in "Bob and Pam buy a map"`);
    assert.ok(count(track, 'aa') >= 3 && count(track, 'ih') >= 1 && count(track, 'ou') >= 1);
  });

  test('silence and a quiet hum leave the mouth shut', async () => {
    const hum = silence(2).map((_, i) => 0.0005 * Math.sin(i / 40));
    for (const sound of [silence(2), hum]) {
      const { cues } = await trackFromLips(await lips.analyse(sound), sound);
      assert.deepEqual([...new Set(cues.map(({ viseme }) => viseme))], ['sil']);
    }
  });

  test('audio processed in windows gives the same result as in one pass', async () => {
    const long = joinSamples(Array.from({ length: 16 }, () => speech));
    assert.ok(long.length > 21 * RATE, 'more than one window');
    const windows = await lips.analyse(long);
    const session = await InferenceSession.create(MODEL_FILE, sessionOptions(1));
    const gain = gainFor(long);
    const padded = joinSamples([long, new Float32Array((320 - (long.length % 320)) % 320)]).map(
      (sample) => sample * gain,
    );
    const once = await session.run({ samples: new Tensor('float32', padded, [1, padded.length]) });
    const expected = once.visemes?.data as Float32Array;
    assert.equal(windows.visemes.length, expected.length);
    for (const [i, value] of windows.visemes.entries())
      assert.ok(Math.abs(value - (expected[i] ?? 0)) < 1e-3, `step ${Math.floor(i / VISEME_COUNT)}`);
  });

  test('audio that is still arriving gives nearly the same result', async () => {
    const live = lips.listen();
    const pieces: Float32Array[] = [];
    for (let at = 0; at < speech.length; at += 1_600)
      pieces.push((await live.push(speech.slice(at, at + 1_600))).visemes);
    pieces.push((await live.end()).visemes);
    const later = mostLikely(joinSamples(pieces));
    const whole = mostLikely((await lips.analyse(speech)).visemes);
    assert.equal(later.length, whole.length);
    const same = later.filter((viseme, step) => viseme === whole[step]).length;
    assert.ok(same / whole.length > 0.85, `${same} of ${whole.length} steps`);
  });

  test('the mouth never moves faster than a mouth can', async () => {
    const track = await trackFromLips(await lips.analyse(speech), speech);
    const curves = curvesOf(track);
    let last = new Float32Array(VISEME_COUNT);
    let now = new Float32Array(VISEME_COUNT);
    curves.poseAt(0, last);
    for (let seconds = 0.001; seconds < track.durationSeconds; seconds += 0.001) {
      curves.poseAt(seconds, now);
      for (const [v, weight] of now.entries()) {
        const change = Math.abs(weight - (last[v] ?? 0)) / 0.001;
        assert.ok(change <= MOST_CHANGE_PER_SECOND, `${VISEMES[v]} changes ${change} a second at ${seconds}`);
      }
      [last, now] = [now, last];
    }
  });
});

function mostLikely(visemes: Float32Array): number[] {
  return Array.from({ length: visemes.length / VISEME_COUNT }, (_, step) => {
    const row = visemes.subarray(step * VISEME_COUNT, (step + 1) * VISEME_COUNT);
    return row.indexOf(Math.max(...row));
  });
}

function count({ cues }: MouthTrack, viseme: (typeof VISEMES)[number]): number {
  return cues.filter((cue) => cue.viseme === viseme).length;
}

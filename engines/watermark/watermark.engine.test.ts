import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { silentLog } from '../../src/platform/log.ts';
import { decodeG711, encodeG711 } from '../codec/index.ts';
import { createPowerSpectrum, joinSamples, resampled, truePeak } from '../dsp/index.ts';
import { CALLER_LINES, CALLER_VOICE, LINES, recorded } from '../transcription/testing/recordings.ts';
import { loadDetectors } from './detectors.ts';
import { type Detect, hear } from './hear.ts';
import { type Marker, type Marks, markSettings, openMarks } from './marks.ts';
import { judge } from './verdict.ts';
import { createWatermarkEngine } from './watermark-engine.ts';

const RATE = 24_000;
const SETTINGS = markSettings();

describe('the mark in sound, with its real networks', () => {
  let marks: Marks;
  let detect: Detect;
  let speech: Float32Array;
  before(async () => {
    marks = await openMarks(SETTINGS);
    detect = await loadDetectors();
    const lines = [
      ...LINES.flatMap((line) => ['af_heart', 'bm_george'].map((voice) => recorded(line, voice))),
      recorded(CALLER_LINES.unfinished, CALLER_VOICE),
    ];
    speech = resampled(joinSamples(await Promise.all(lines)), 16_000, RATE);
  });

  const verdictOf = async (samples: Float32Array, sampleRate = RATE) =>
    judge(await hear([samples], sampleRate, detect));

  test('marked in pieces of any size, a sound is what the network makes of the whole', async () => {
    const sound = speech.slice(0, 4 * RATE + 77);
    const mark = await markAtOnce(sound);
    for (const size of [1_001, 12_000, sound.length]) {
      const marked = await inPieces(marks.open(), sound, () => size);
      assert.equal(marked.length, sound.length);
      assert.ok(farthest(marked, mark) < 2e-6, `${size}: ${farthest(marked, mark)}`);
    }
  });

  test('single samples are marked too, and all but the last 53 ms is returned at once', async () => {
    const sound = speech.slice(RATE, RATE + 3_000);
    const marker = marks.open();
    const made: Float32Array[] = [];
    for (const [i, sample] of sound.entries()) {
      made.push(await marker.push(Float32Array.of(sample)));
      const returned = made.reduce((sum, { length }) => sum + length, 0);
      assert.ok(i + 1 - returned < 0.0534 * RATE);
    }
    made.push(await marker.finish());
    assert.ok(farthest(joinSamples(made), await markAtOnce(sound)) < 2e-6);
  });

  test('the mark is found where it is, and nowhere else', async () => {
    const marked = await inPieces(marks.open(), speech, () => 12_000);
    const { found, share, confidence, windows } = await verdictOf(marked);
    assert.ok(found && share > 0.9 && confidence > 0.99, `${share} ${confidence}`);
    assert.ok(windows.every(({ probability }) => probability > 0.5));
    const plain = await verdictOf(speech);
    assert.ok(!plain.found && plain.share === 0 && plain.confidence < 0.01);
    const half = await verdictOf(joinSamples([speech, marked]));
    assert.ok(half.found && half.share > 0.35 && half.share < 0.6, `${half.share}`);
    assert.ok((half.windows[0]?.probability ?? 1) < 0.5 && (half.windows.at(-1)?.probability ?? 0) > 0.5);
  });

  test('the mark survives the telephone', async () => {
    const marked = await inPieces(marks.open(), speech, () => 12_000);
    const line = encodeG711(resampled(marked, RATE, 8_000), 'mu');
    assert.ok((await verdictOf(decodeG711(line, 'mu'), 8_000)).found);
  });

  test('two seconds are enough, and a sound that is shorter than a piece of evidence is no error', async () => {
    const marked = await inPieces(marks.open(), speech.slice(0, 2 * RATE), () => RATE);
    assert.ok((await verdictOf(marked)).found);
    assert.deepEqual(await verdictOf(new Float32Array()), {
      found: false,
      share: 0,
      confidence: 0,
      windows: [],
    });
    assert.ok(!(await verdictOf(new Float32Array(40))).found);
  });

  test('a sound in stereo at 48 kHz is marked below 12 kHz alone, in both channels', async () => {
    const wide = resampled(speech.slice(0, 6 * RATE), RATE, 48_000);
    const treble = wide.map((sample, i) => sample + 0.05 * Math.sin((2 * Math.PI * 15_000 * i) / 48_000));
    const sound = { channels: [wide, treble], sampleRate: 48_000 };
    const { channels } = await marks.whole(sound);
    for (const [c, channel] of channels.entries()) {
      assert.equal(channel.length, wide.length);
      const host = sound.channels[c] as Float32Array;
      const change = channel.map((sample, i) => sample - (host[i] as number));
      const [low = 0, high = 0] = powerAround(change, 12_000 / 48_000);
      assert.ok(low > 0 && high < 1e-5 * low, `${high / low}`);
      assert.ok((await verdictOf(channel, 48_000)).found);
    }
    assert.ok(truePeak(channels) <= truePeak(sound.channels));
    const mono = channels[0]?.map((sample, i) => (sample + (channels[1]?.[i] ?? 0)) / 2);
    assert.ok((await verdictOf(mono ?? new Float32Array(), 48_000)).found);
  });

  test('parts that sum to a sound sum to the marked sound, and each is marked', async () => {
    const rate = 44_100;
    const sound = resampled(speech.slice(0, 6 * RATE), RATE, rate);
    const other = resampled(speech.slice(5 * RATE, 11 * RATE), RATE, rate);
    const silent = new Float32Array(sound.length);
    const whole = sound.map((sample, i) => sample + (other[i] as number));
    const made = await marks.whole({
      channels: [whole],
      sampleRate: rate,
      parts: [[sound], [other], [silent]],
    });
    const [first, second, third] = made.parts.map(([channel]) => channel ?? new Float32Array());
    assert.ok(first && second && third?.every((sample) => sample === 0));
    const together = first.map((sample, i) => sample + (second[i] as number));
    const marked = made.channels[0] ?? new Float32Array();
    const off = Math.sqrt(powerOf(together.map((sample, i) => sample - (marked[i] as number))));
    const mark = Math.sqrt(powerOf(marked.map((sample, i) => sample - (whole[i] as number))));
    assert.ok(off < 0.05 * mark, `${off} of ${mark}`);
    assert.ok((await verdictOf(first, rate)).found && (await verdictOf(second, rate)).found);
  });

  test('the mark of a loop goes on where it ends', async () => {
    const rate = 44_100;
    const length = 3 * rate + 1_234;
    const loop = Float32Array.from({ length }, (_, i) => {
      const turn = (2 * Math.PI * i) / length;
      return 0.2 * Math.sin(900 * turn) + 0.1 * Math.sin(2_700 * turn) + 0.1 * Math.sin(5_100 * turn);
    });
    const [marked = new Float32Array()] = (
      await marks.whole({ channels: [loop], sampleRate: rate, isLoop: true })
    ).channels;
    const change = marked.map((sample, i) => sample - (loop[i] as number));
    const step = (i: number) =>
      Math.abs((change[(i + 1) % length] as number) - (change[i % length] as number));
    const inside = Math.max(...Array.from({ length: 4_000 }, (_, i) => step(i)));
    assert.equal(marked.length, length);
    assert.ok(inside > 0 && step(length - 1) <= inside, `${step(length - 1)} over ${inside}`);
  });

  test('silence stays silence, nothing clips, and what is no number stays where it is', async () => {
    const silence = new Float32Array(RATE);
    assert.deepEqual(await inPieces(marks.open(), silence, () => 5_000), silence);
    const loud = speech.map((sample) => Math.min(Math.max(20 * sample, -1), 1));
    const marked = await inPieces(marks.open(), loud, () => 12_000);
    assert.ok(marked.every((sample) => Math.abs(sample) <= 1));
    assert.ok(marked.some((sample, i) => sample !== loud[i]));
    const broken = speech.slice(0, RATE);
    broken[3_000] = Number.NaN;
    broken[6_000] = Number.POSITIVE_INFINITY;
    const made = await inPieces(marks.open(), broken, () => 1_000);
    assert.deepEqual(
      [...made.keys()].filter((i) => !Number.isFinite(made[i])),
      [3_000, 6_000],
    );
    assert.equal((await verdictOf(joinSamples([made, made]))).windows.length, 1);
  });

  test('heard in pieces, the evidence is that of the whole', async () => {
    const marked = await inPieces(marks.open(), speech, () => speech.length);
    const slow = resampled(joinSamples([marked, speech, marked, marked, marked]), RATE, 16_000);
    const whole = new Float32Array(Math.ceil(slow.length / 256) * 256);
    whole.set(slow);
    assert.ok(slow.length > 40 * 16_000);
    const heard = await hear([slow.subarray(0, 5), slow.subarray(5)], 16_000, detect);
    const expected = await detect(whole);
    assert.ok(farthest(heard.waves, expected.waves) < 1e-3);
    assert.ok(farthest(heard.course, expected.course) < 1e-3);
  });

  test('a call that is cancelled ends, and the next one is answered', async () => {
    const engine = createWatermarkEngine({ log: silentLog });
    after(() => engine.close());
    const marked = await engine.mark(speech, {});
    const verdict = await engine.detect([marked], { sampleRate: RATE });
    assert.ok(verdict.found);
    const stop = new AbortController();
    const cancelled = engine.detect([marked], { sampleRate: RATE, signal: stop.signal });
    stop.abort();
    await assert.rejects(cancelled);
    assert.deepEqual(await engine.detect([marked], { sampleRate: RATE }), verdict);
  });

  test('who takes the responsibility has sound as it was', async () => {
    const none = await openMarks(markSettings({ isOn: false }));
    assert.deepEqual(await inPieces(none.open(), speech, () => 9_999), speech);
    assert.deepEqual((await none.whole({ channels: [speech], sampleRate: RATE })).channels, [speech]);
  });
});

/** One run over the whole, as the network was trained. */
async function markAtOnce(sound: Float32Array): Promise<Float32Array> {
  const session = await InferenceSession.create(SETTINGS.embedder ?? '');
  const padded = new Float32Array(Math.ceil(sound.length / 256) * 256);
  padded.set(sound);
  const start = new Tensor('float32', Float32Array.of(0), [1]);
  const { mark } = await session.run({ sound: new Tensor('float32', padded, [1, padded.length]), start });
  return sound.map((sample, i) => sample + Number(mark?.data[i]));
}

async function inPieces(marker: Marker, sound: Float32Array, size: () => number): Promise<Float32Array> {
  const made: Float32Array[] = [];
  for (let at = 0; at < sound.length; at += size())
    made.push(await marker.push(sound.subarray(at, at + size())));
  return joinSamples([...made, await marker.finish()]);
}

function farthest(a: Float32Array, b: Float32Array): number {
  assert.equal(a.length, b.length);
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] as number))), 0);
}

function powerOf(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

/** Below and above a frequency, which is a share of the sampling rate. */
function powerAround(samples: Float32Array, share: number): number[] {
  const size = 1_024;
  const windowed = (sample: number, n: number) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
  const spectrum = createPowerSpectrum(size);
  let low = 0;
  let high = 0;
  const powers = new Float64Array(size / 2);
  for (let at = 0; at + size <= samples.length; at += size) {
    spectrum(Float64Array.from(samples.subarray(at, at + size), windowed), powers);
    for (const [k, power] of powers.entries())
      if (k > (share + 0.01) * size) high += power;
      else low += power;
  }
  return [low, high];
}

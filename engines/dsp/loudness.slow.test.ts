import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import {
  bringToLoudness,
  createChance,
  createLoudnessMeter,
  fadeEdges,
  fromDecibels,
  integratedLoudness,
  loudnessOfSteps,
  toDecibels,
  truePeak,
} from './index.ts';

const RATE = 44_100;

function tone(
  hertz: number,
  decibels: number,
  seconds: number,
  { rate = RATE, phase = 0 } = {},
): Float32Array {
  const level = fromDecibels(decibels);
  const length = Math.round(seconds * rate);
  return Float32Array.from({ length }, (_, i) => level * Math.sin(phase + (2 * Math.PI * hertz * i) / rate));
}

function joined(...parts: Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} is not ${expected} ± ${within}`);

/** A bed with hits, quiet and loud in turn. */
function noisy(seconds: number, seed: number): Float32Array {
  const chance = createChance(seed);
  let low = 0;
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    low += 0.1 * (2 * chance() - 1 - low);
    const hit = Math.exp(-(i % 22_050) / 900) * (2 * chance() - 1);
    return 0.25 * low * (1 + Math.sin(i / 30_000)) + 0.6 * hit;
  });
}

// The cases of EBU Tech 3341 for integrated loudness, with two equal channels.
for (const rate of [44_100, 48_000])
  test(`a stereo tone of 1 kHz at −23 dBFS is −23 LUFS at ${rate} Hz`, () => {
    const channel = tone(1_000, -23, 5, { rate });
    near(integratedLoudness([channel, channel], rate), -23, 0.1);
    near(integratedLoudness([channel], rate), -26, 0.1);
  });

test('what is far below the rest does not count', () => {
  const quiet = tone(1_000, -36, 4);
  const gated = joined(quiet, tone(1_000, -23, 24), quiet);
  near(integratedLoudness([gated, gated], RATE), -23, 0.1);
  const silent = joined(tone(1_000, -72, 4), quiet, tone(1_000, -23, 24), quiet, tone(1_000, -72, 4));
  near(integratedLoudness([silent, silent], RATE), -23, 0.1);
});

test('silence has no loudness, and a sound shorter than a block has one', () => {
  assert.equal(integratedLoudness([new Float32Array(RATE)], RATE), -Infinity);
  near(integratedLoudness([tone(1_000, -20, 0.1)], RATE), -23 - 6, 0.3);
});

test('the true peak is found between the samples', () => {
  for (const [hertz, phase] of [
    [RATE / 4, Math.PI / 4],
    [RATE / 6, Math.PI / 3],
  ] as const) {
    const samples = tone(hertz, -6, 1, { phase });
    fadeEdges(samples, { fadeIn: 1_000, fadeOut: 1_000 });
    near(toDecibels(truePeak([samples])), -6, 0.2);
  }
  assert.equal(truePeak([new Float32Array(100)]), 0);
});

test('loudness and true peak agree with ffmpeg', async () => {
  const channels = [noisy(6, 1), noisy(6, 2)];
  const { lufs, truePeakDb } = await measuredByFfmpeg(channels);
  near(integratedLoudness(channels, RATE), lufs, 0.1);
  near(toDecibels(truePeak(channels)), truePeakDb, 0.2);
});

test('a sound is brought to a loudness under a ceiling, as ffmpeg measures it too', async () => {
  for (const target of [-16, -12]) {
    const made = bringToLoudness([noisy(6, 3), noisy(6, 4)], RATE, { lufs: target, truePeakDb: -1 });
    near(made.lufs, target, 0.1);
    const { lufs, truePeakDb } = await measuredByFfmpeg(made.channels);
    near(lufs, target, 0.2);
    assert.ok(truePeakDb <= -1, `${truePeakDb} dBTP`);
  }
});

test('a sound whose peaks may not be limited stays quieter than the target', () => {
  const strike = tone(200, 0, 1).map((sample, i) => sample * Math.exp(-i / 1_000));
  const made = bringToLoudness([strike], RATE, { lufs: -10, truePeakDb: -1, mostLimitingDb: 0 });
  near(made.truePeakDb, -1, 0.15);
  assert.ok(made.lufs < -10);
  const ratio = (made.channels[0]?.[300] ?? 0) / (strike[300] ?? 1);
  near((made.channels[0]?.[9_000] ?? 0) / (strike[9_000] ?? 1), ratio, 1e-4);
});

test('silence stays silence', () => {
  const made = bringToLoudness([new Float32Array(RATE)], RATE, { lufs: -16, truePeakDb: -1 });
  assert.ok(made.channels[0]?.every((sample) => sample === 0));
});

async function measuredByFfmpeg(channels: readonly Float32Array[]) {
  const frames = new Float32Array(2 * (channels[0]?.length ?? 0));
  for (const [c, channel] of channels.entries())
    for (const [i, sample] of channel.entries()) frames[2 * i + c] = sample;
  const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '2', '-i', 'pipe:0'];
  const filter = ['-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const child = spawn('ffmpeg', ['-hide_banner', '-nostats', ...input, ...filter]);
  child.stdin.end(Buffer.from(frames.buffer));
  const report = (await text(child.stderr)).split('Summary:').at(-1) ?? '';
  const read = (pattern: RegExp) => Number(pattern.exec(report)?.[1]);
  return { lufs: read(/I:\s+(-?[\d.]+) LUFS/), truePeakDb: read(/Peak:\s+(-?[\d.]+) dBFS/) };
}

test('a sound that is measured in pieces is as loud as in one', () => {
  const channels = [noisy(4, 5), noisy(4, 6)];
  const meter = createLoudnessMeter(RATE);
  for (let from = 0; from < 4 * RATE; from += 7_777)
    meter.add(channels.map((channel) => channel.subarray(from, from + 7_777)));
  near(loudnessOfSteps(meter.steps()), integratedLoudness(channels, RATE), 1e-6);
});

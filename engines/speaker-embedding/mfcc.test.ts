import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPowerSpectrum, halveRate } from '../dsp/index.ts';
import { COEFFICIENTS, mfcc } from './mfcc.ts';
import { centred } from './voiceprints.ts';

const tone = (hz: number, rate: number, seconds = 1): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / rate));
const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

test('the power spectrum equals that of a naive transform', () => {
  const signal = Float64Array.from({ length: 16 }, (_, i) => Math.sin(i * i) + 0.3 * i);
  const found = new Float64Array(8);
  createPowerSpectrum(16)(signal, found);
  for (const [k, value] of found.entries()) {
    let real = 0;
    let imaginary = 0;
    for (const [n, x] of signal.entries()) {
      real += x * Math.cos((2 * Math.PI * k * n) / 16);
      imaginary -= x * Math.sin((2 * Math.PI * k * n) / 16);
    }
    assert.ok(Math.abs(value - real * real - imaginary * imaginary) < 1e-9);
  }
});

test('halving the rate keeps the lower tones and removes the higher ones', () => {
  for (const hz of [100, 1_000, 3_500]) {
    const halved = halveRate(tone(hz, 16_000)).subarray(100, -100);
    assert.ok(Math.abs(power(halved) / power(tone(hz, 8_000)) - 1) < 0.03, `${hz} Hz`);
  }
  for (const hz of [4_700, 6_000, 7_900])
    assert.ok(power(halveRate(tone(hz, 16_000)).subarray(100, -100)) < 1e-4, `${hz} Hz`);
});

test('one frame for each 10 ms that has its full 25 ms; too little audio gives none', () => {
  assert.equal(mfcc(new Float32Array(8_000)).length, 98 * COEFFICIENTS);
  assert.equal(mfcc(new Float32Array(199)).length, 0);
});

test('a tenth of the amplitude is ln 100 less energy; silence is finite', () => {
  const loud = mfcc(tone(700, 8_000));
  const soft = mfcc(tone(700, 8_000).map((x) => x / 10));
  assert.ok(Math.abs((loud[0] ?? 0) - (soft[0] ?? 0) - Math.log(100)) < 0.01);
  assert.ok(mfcc(new Float32Array(800)).every(Number.isFinite));
});

test('centring removes what all frames share', () => {
  const features = Float32Array.of(1, 5, 2, 5, 3, 5);
  assert.deepEqual(centred(features, 2), Float32Array.of(-1, 0, 0, 0, 1, 0));
  assert.equal(centred(new Float32Array(0), 2).length, 0);
});

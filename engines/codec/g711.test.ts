import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeG711, encodeG711, type Law } from './g711.ts';

/** The values come from the reference tables of the standard. */
const REFERENCE: Record<Law, [code: number, sample: number][]> = {
  mu: [
    [0x00, -32_124],
    [0x80, 32_124],
    [0xff, 0],
    [0x7f, 0],
    [0x70, -120],
    [0xf0, 120],
  ],
  a: [
    [0x55, -8],
    [0xd5, 8],
    [0x2a, -32_256],
    [0xaa, 32_256],
    [0xd4, 24],
    [0x54, -24],
  ],
};

for (const law of ['mu', 'a'] as const) {
  test(`${law}-law: known codes are decoded as the standard says`, () => {
    for (const [code, sample] of REFERENCE[law])
      assert.equal(Math.round((decodeG711(Uint8Array.of(code), law)[0] ?? 0) * 32_768), sample, `${code}`);
  });

  test(`${law}-law: every code comes back, and speech keeps within the steps of the scale`, () => {
    const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
    const again = encodeG711(decodeG711(codes, law), law);
    // µ-law has two codes for zero.
    const different = [...codes].filter((code) => again[code] !== code);
    assert.deepEqual(different, law === 'mu' ? [0x7f] : []);
    const tone = Float32Array.from({ length: 800 }, (_, i) => 0.5 * Math.sin(i / 7));
    const heard = decodeG711(encodeG711(tone, law), law);
    const noise = Math.hypot(...heard.map((sample, i) => sample - (tone[i] ?? 0))) / Math.hypot(...tone);
    assert.ok(20 * Math.log10(noise) < -34, `${20 * Math.log10(noise)} dB`);
  });
}

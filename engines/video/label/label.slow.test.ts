import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { test } from 'node:test';
import { findQuickFfmpeg } from '../../ffmpeg/testing/quick-ffmpeg.ts';
import { PRESET_VOICES } from '../../speech/index.ts';
import { frameBytes } from '../shared-memory.ts';
import { burnLabel } from './burn-label.ts';
import { labelFile } from './label-file.ts';
import { loadLabel } from './load-label.ts';

const SIZES = [
  [854, 480],
  [480, 854],
  [480, 480],
  [1_280, 720],
  [720, 1_280],
  [1_920, 1_080],
  [1_080, 1_920],
  [240, 120],
] as const;
const LANGUAGES = new Set(PRESET_VOICES.map(({ language }) => language));
/** A short one, the longest one, and other letters. */
const SHOWN = ['en-US', 'hu', 'hi', 'zh'];
const PICTURES = [16, 128, 235];
const SAFE = 0.045;

/** The smallest box that holds every pixel of the luma that differs. */
function changed(before: Uint8Array, after: Uint8Array, width: number, height: number) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 0; at < width * height; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
  }
  return box;
}

test('every language has its label', async () => {
  for (const code of LANGUAGES) assert.ok((await stat(labelFile(code))).size > 0, code);
});

for (const [width, height] of SIZES)
  test(`a label is legible and within the safe area of ${width} x ${height}`, async () => {
    const tools = { ffmpeg: await findQuickFfmpeg(), prlimit: null, sandbox: null };
    for (const code of SHOWN) {
      const label = await loadLabel(tools, code, { width, height });
      for (const luma of PICTURES) {
        const before = new Uint8Array(frameBytes({ width, height })).fill(luma);
        const frame = before.slice();
        burnLabel(frame, { width, height }, label);
        const box = changed(before, frame, width, height);
        assert.ok(box.left >= SAFE * width && box.right <= (1 - SAFE) * width, `${code}: ${box.right}`);
        assert.ok(box.top >= SAFE * height && box.bottom <= height / 4, `${code}: ${box.bottom}`);
        const inside = frame.subarray(label.top * width, (label.top + label.height) * width);
        const letters = Math.max(
          ...inside.filter((_, at) => at % width >= box.left && at % width < box.right),
        );
        const ground = frame[(label.top - 2) * width + label.left] ?? 255;
        assert.ok(letters - ground > 100, `${code}: ${letters} on ${ground}`);
      }
    }
  });

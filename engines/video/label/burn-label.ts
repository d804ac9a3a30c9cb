import type { Label } from './load-label.ts';

const BLACK = 16;
const WHITE = 235;
const GREY = 128;
/** How much of the picture the box behind the letters hides, so that they can be read on any picture. */
const BOX_SHARE = 0.6;

/** Burns the letters and a translucent box behind them into an I420 frame. */
export function burnLabel(frame: Uint8Array, size: { width: number; height: number }, label: Label): void {
  const { width, height } = size;
  const { alpha, padding } = label;
  const left = label.left - padding;
  const top = label.top - padding;
  const boxWidth = label.width + 2 * padding;
  const boxHeight = label.height + 2 * padding;
  const letterAt = (x: number, y: number): number => {
    const [column, row] = [x - padding, y - padding];
    if (column < 0 || row < 0 || column >= label.width || row >= label.height) return 0;
    return (alpha[row * label.width + column] ?? 0) / 255;
  };
  for (let y = 0; y < boxHeight; y += 1)
    for (let x = 0; x < boxWidth; x += 1) {
      const at = (top + y) * width + left + x;
      const boxed = mixed(frame[at] ?? 0, BLACK, BOX_SHARE);
      frame[at] = mixed(boxed, WHITE, letterAt(x, y));
    }
  for (const plane of [0, 1]) {
    const start = width * height + plane * ((width * height) / 4);
    for (let y = 0; y < boxHeight; y += 2)
      for (let x = 0; x < boxWidth; x += 2) {
        const at = start + ((top + y) / 2) * (width / 2) + (left + x) / 2;
        frame[at] = mixed(mixed(frame[at] ?? GREY, GREY, BOX_SHARE), GREY, letterAt(x, y));
      }
  }
}

function mixed(from: number, to: number, share: number): number {
  return Math.round(from + (to - from) * share);
}

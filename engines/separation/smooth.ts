/**
 * Rows of `width` values, one row per frame: each value becomes the sum of those before and after it, which count less the
 * farther they are.
 */
export function spreadInTime(rows: Float32Array, width: number, decay: number): Float32Array {
  const spread = rows.slice();
  for (let at = rows.length - width - 1; at >= 0; at -= 1)
    spread[at] = (spread[at] as number) + decay * (spread[at + width] as number);
  const before = new Float64Array(width);
  for (let at = 0; at < rows.length; at += 1) {
    const column = at % width;
    const after = (spread[at] as number) + decay * (before[column] as number);
    before[column] = (rows[at] as number) + decay * (before[column] as number);
    spread[at] = after;
  }
  return spread;
}

/** The mean over the frames at most `reach` away. */
export function meanInTime(rows: Float32Array, width: number, reach: number): Float32Array {
  const means = new Float32Array(rows.length);
  const frames = rows.length / width;
  for (let frame = 0; frame < frames; frame += 1) {
    const first = Math.max(0, frame - reach);
    const last = Math.min(frames - 1, frame + reach);
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let other = first; other <= last; other += 1) sum += rows[other * width + column] as number;
      means[frame * width + column] = sum / (last - first + 1);
    }
  }
  return means;
}

/** The highest value of this frame and the next ones. */
export function highestAhead(rows: Float32Array, width: number, frames: number): Float32Array {
  return rows.map((value, at) => {
    let highest = value;
    for (let ahead = 1; ahead <= frames; ahead += 1)
      highest = Math.max(highest, rows[at + ahead * width] ?? 0);
    return highest;
  });
}

import { STATES } from './networks.ts';

const STATE_SECONDS = 0.02;
const MEDIAN_WIDTH = 7;

/**
 * Start of each token in seconds, followed by the end of the last one. The attention of the aligned heads shows which
 * moment of the audio a token was read from; the cheapest monotonic path through it gives the times.
 */
export function tokenTimes(
  attentions: readonly Float32Array[],
  shape: { tokens: number; skip: number; seconds: number },
): number[] {
  const frames = Math.max(1, Math.min(STATES, Math.ceil(shape.seconds / STATE_SECONDS)));
  const rows = shape.tokens - shape.skip;
  const mean = new Float64Array(rows * frames);
  for (const attention of attentions) {
    const head = standardised(attention, shape.tokens, frames);
    for (let r = 0; r < rows; r += 1)
      addMedian(
        head.subarray((r + shape.skip) * frames, (r + shape.skip + 1) * frames),
        mean.subarray(r * frames),
      );
  }
  return forwardPath(mean, rows, frames).map((frame) => frame * STATE_SECONDS);
}

/** Normalises each frame over all tokens: attention that all tokens share carries no information. */
function standardised(attention: Float32Array, tokens: number, frames: number): Float64Array {
  const out = new Float64Array(tokens * frames);
  for (let t = 0; t < tokens; t += 1) {
    let sum = 1e-9;
    for (let f = 0; f < frames; f += 1) sum += attention[t * STATES + f] as number;
    for (let f = 0; f < frames; f += 1) out[t * frames + f] = (attention[t * STATES + f] as number) / sum;
  }
  for (let f = 0; f < frames; f += 1) {
    let sum = 0;
    let squares = 0;
    for (let t = 0; t < tokens; t += 1) {
      const value = out[t * frames + f] as number;
      sum += value;
      squares += value * value;
    }
    const mean = sum / tokens;
    const deviation = Math.sqrt(Math.max(1e-18, squares / tokens - mean * mean));
    for (let t = 0; t < tokens; t += 1)
      out[t * frames + f] = ((out[t * frames + f] as number) - mean) / deviation;
  }
  return out;
}

function addMedian(values: Float64Array, target: Float64Array): void {
  const half = (MEDIAN_WIDTH - 1) / 2;
  const last = values.length - 1;
  const around = new Float64Array(MEDIAN_WIDTH);
  for (let f = 0; f <= last; f += 1) {
    for (let k = -half; k <= half; k += 1) {
      const at = f + k;
      const mirrored = at < 0 ? -at : at > last ? 2 * last - at : at;
      around[k + half] = values[Math.max(0, Math.min(last, mirrored))] as number;
    }
    target[f] = (target[f] as number) + ([...around].sort((a, b) => a - b)[half] as number);
  }
}

const BOTH = 0;
const NEXT_TOKEN = 1;
const NEXT_FRAME = 2;

/** Dynamic time warping: the first frame of each row on the path with the greatest sum. */
function forwardPath(gains: Float64Array, rows: number, frames: number): number[] {
  const width = frames + 1;
  const best = new Float64Array((rows + 1) * width).fill(Number.NEGATIVE_INFINITY);
  const from = new Uint8Array((rows + 1) * width);
  best[0] = 0;
  for (let r = 1; r <= rows; r += 1) {
    for (let f = 1; f <= frames; f += 1) {
      const here = r * width + f;
      const [both, token, time] = [best[here - width - 1], best[here - width], best[here - 1]] as number[];
      const most = Math.max(both as number, token as number, time as number);
      const way = most === both ? BOTH : most === token ? NEXT_TOKEN : NEXT_FRAME;
      best[here] = most + (gains[(r - 1) * frames + f - 1] as number);
      from[here] = way;
    }
  }
  const starts = new Array<number>(rows).fill(0);
  let r = rows;
  let f = frames;
  while (r > 0 && f > 0) {
    starts[r - 1] = f - 1;
    const way = from[r * width + f];
    if (way !== NEXT_FRAME) r -= 1;
    if (way !== NEXT_TOKEN) f -= 1;
  }
  return starts;
}

import { PHASES } from '../layout';
import { cubicSample } from './cubic-sample';

/** Samples a plane at the positions from `x` and `y` on. A position at the very edge keeps what the target has. */
export function drawCubicPoints(source: i32, width: i32, height: i32, x: i32, y: i32, target: i32, end: i32): void {
  for (; target < end; target += 1, x += 4, y += 4) {
    const value = cubicSample(source, width, height, fineAt(x), fineAt(y));
    if (value >= 0) store<u8>(target, value);
  }
}

@inline
function fineAt(address: i32): i32 {
  return <i32>(<f64>load<f32>(address) * PHASES + 0.5);
}

/** Added to the power, so that a frame of pure tones has a solution. */
const FLOOR = 1e-6;

/**
 * Linear prediction coefficients as a polynomial that starts with 1 (Levinson-Durbin); its roots are
 * the resonances. Null for a silent frame.
 */
export function linearPrediction(frame: Float64Array, order: number): Float64Array | null {
  const likeness = Float64Array.from({ length: order + 1 }, (_, lag) => {
    let sum = 0;
    for (let n = lag; n < frame.length; n += 1) sum += (frame[n] as number) * (frame[n - lag] as number);
    return sum;
  });
  let error = (likeness[0] as number) * (1 + FLOOR);
  if (error <= 0) return null;
  let weights = new Float64Array(order + 1);
  weights[0] = 1;
  for (let i = 1; i <= order; i += 1) {
    let left = likeness[i] as number;
    for (let k = 1; k < i; k += 1) left += (weights[k] as number) * (likeness[i - k] as number);
    const reflection = -left / error;
    const before = weights;
    weights = before.map((weight, k) => (k <= i ? weight + reflection * (before[i - k] as number) : 0));
    error *= 1 - reflection ** 2;
  }
  return weights;
}

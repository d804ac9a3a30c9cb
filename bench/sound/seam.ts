const PIECE_SECONDS = 0.05;

/**
 * Measures how a loop joins: the step from its last sample to its first against the largest one inside, and how far the
 * level of the 50 ms around the seam is outside the levels that the loop has elsewhere.
 */
export function seamOf(samples: Float32Array, rate: number): { step: number; levelDb: number } {
  const piece = Math.round(PIECE_SECONDS * rate);
  const joined = Float32Array.of(...samples.subarray(-piece / 2), ...samples.subarray(0, piece / 2));
  let largest = 0;
  for (let i = 1; i < samples.length; i += 1)
    largest = Math.max(largest, Math.abs((samples[i] as number) - (samples[i - 1] as number)));
  const step = Math.abs((samples[0] as number) - (samples.at(-1) as number)) / largest;
  const levels = Array.from({ length: Math.floor(samples.length / piece) }, (_, i) =>
    levelOf(samples.subarray(i * piece, (i + 1) * piece)),
  );
  const level = levelOf(joined);
  const over = level - Math.max(...levels);
  const under = level - Math.min(...levels);
  return { step, levelDb: over > 0 ? over : under < 0 ? under : 0 };
}

function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
  return 10 * Math.log10(power + 1e-9);
}

/** Peak of speech that was recorded at a comfortable level. */
const TARGET_PEAK = 0.6;
const MAX_GAIN = 40;
const LOUDEST_SHARE = 0.001;

/** Amplifies quiet recordings: the models were trained on louder ones. A single click does not count as loudness. */
export function levelled(samples: Float32Array): Float32Array {
  if (samples.length === 0) return samples;
  const counts = new Uint32Array(1_024);
  for (const sample of samples) {
    const bin = Math.min(1_023, Math.floor(Math.sqrt(Math.abs(sample)) * 1_024));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let left = samples.length * LOUDEST_SHARE;
  let bin = 1_023;
  while (bin > 0 && left >= (counts[bin] ?? 0)) left -= counts[bin--] ?? 0;
  const peak = ((bin + 1) / 1_024) ** 2;
  const gain = Math.min(MAX_GAIN, TARGET_PEAK / peak);
  if (gain <= 1) return samples;
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)));
}

/** Takes the mean of all frames from each: what microphone and line add to every sound goes, what sets voices apart stays. */
export function centred(features: Float32Array, size: number): Float32Array {
  const frames = features.length / size;
  const means = new Float64Array(size);
  for (const [i, value] of features.entries()) means[i % size] = (means[i % size] as number) + value / frames;
  return features.map((value, i) => value - (means[i % size] as number));
}

/** Takes from every frame the mean of the frames around it, up to `reach` in all: microphone and line go, the voice stays. */
export function centred(features: Float32Array, size: number, reach: number): Float32Array {
  const frames = features.length / size;
  const width = Math.min(reach, frames);
  const out = new Float32Array(features.length);
  for (let c = 0; c < size; c += 1) {
    let sum = 0;
    for (let t = 0; t < width; t += 1) sum += features[t * size + c] as number;
    let first = 0;
    for (let t = 0; t < frames; t += 1) {
      const wanted = Math.max(0, Math.min(t - Math.floor(width / 2), frames - width));
      while (first < wanted) {
        sum += (features[(first + width) * size + c] as number) - (features[first * size + c] as number);
        first += 1;
      }
      out[t * size + c] = (features[t * size + c] as number) - sum / width;
    }
  }
  return out;
}

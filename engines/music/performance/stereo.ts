/** Everything is played, mixed and delivered at this rate. */
export const SAMPLE_RATE = 44_100;

export type Stereo = { left: Float32Array; right: Float32Array };

export function silence(frames: number): Stereo {
  return { left: new Float32Array(frames), right: new Float32Array(frames) };
}

/** Equal power: −1 is left, 1 is right. */
export function panGains(pan: number): { left: number; right: number } {
  const angle = ((Math.max(-1, Math.min(1, pan)) + 1) * Math.PI) / 4;
  return { left: Math.SQRT2 * Math.cos(angle), right: Math.SQRT2 * Math.sin(angle) };
}

export function addScaled(target: Float32Array, source: Float32Array, gain: number): void {
  const frames = Math.min(target.length, source.length);
  for (let i = 0; i < frames; i += 1) target[i] = (target[i] as number) + gain * (source[i] as number);
}

/** Adds a block with a gain that moves from one value to another. */
export function addRamp(
  target: Float32Array,
  start: number,
  block: Float32Array,
  from: number,
  to: number,
): void {
  if (from === 0 && to === 0) return;
  const rise = (to - from) / block.length;
  const end = Math.min(block.length, target.length - start);
  for (let i = 0; i < end; i += 1)
    target[start + i] = (target[start + i] as number) + (block[i] as number) * (from + rise * i);
}

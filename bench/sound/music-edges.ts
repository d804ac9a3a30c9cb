import { toDecibels } from '../../engines/dsp/index.ts';

/** A quarter of a second at 44.1 kHz. */
const AROUND = 11_025;

/** The louder channel's first and last sample. */
export function edgesOf(channels: readonly Float32Array[]): { firstDb: number; lastDb: number } {
  const highest = (at: number) => Math.max(...channels.map((channel) => Math.abs(channel.at(at) ?? 0)));
  return { firstDb: toDecibels(highest(0)), lastDb: toDecibels(highest(-1)) };
}

/**
 * Measures how sharp the corner is where a loop's end meets its beginning, against the sharpest one within a quarter of
 * a second on both sides: up to 1 it cannot be told from the sound itself.
 */
export function seamOf(channels: readonly Float32Array[]): number {
  return Math.max(...channels.map(seamOfChannel));
}

function seamOfChannel(channel: Float32Array): number {
  const at = (i: number) => channel[(i + channel.length) % channel.length] as number;
  const corner = (i: number) => Math.abs(at(i + 1) - 2 * at(i) + at(i - 1));
  const seam = Math.max(corner(-1), corner(0));
  let inside = 1e-6;
  for (let i = 2; i < Math.min(AROUND, channel.length / 2); i += 1)
    inside = Math.max(inside, corner(i), corner(-i));
  return seam / inside;
}

/** Fades both ends in place with half a cosine, so that the sound begins and ends without a click. */
export function fadeEdges(
  samples: Float32Array,
  { fadeIn, fadeOut }: { fadeIn: number; fadeOut: number },
): void {
  const last = samples.length - 1;
  for (let i = 0; i < Math.min(fadeIn, samples.length); i += 1)
    samples[i] = (samples[i] as number) * rise(i / fadeIn);
  for (let i = 0; i < Math.min(fadeOut, samples.length); i += 1)
    samples[last - i] = (samples[last - i] as number) * rise(i / fadeOut);
}

/**
 * A loop without a seam: what follows the loop's end fades into its beginning. `samples` is longer than the loop by the
 * crossfade. The powers of the two sum to one, as fits noise and textures; for a sound that repeats exactly, in phase,
 * the amplitudes must (`isPeriodic`).
 */
export function seamlessLoop(
  samples: Float32Array,
  { crossfade, isPeriodic = false }: { crossfade: number; isPeriodic?: boolean },
): Float32Array {
  const loop = samples.slice(0, samples.length - crossfade);
  if (crossfade > loop.length) throw new RangeError('the crossfade is longer than the loop');
  for (let i = 0; i < crossfade; i += 1) {
    const grown = rise(i / crossfade);
    const [into, away] = isPeriodic ? [grown, 1 - grown] : [Math.sqrt(grown), Math.sqrt(1 - grown)];
    loop[i] = into * (samples[i] as number) + away * (samples[loop.length + i] as number);
  }
  return loop;
}

function rise(x: number): number {
  return 0.5 - 0.5 * Math.cos(Math.PI * x);
}

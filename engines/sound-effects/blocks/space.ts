import { lowPass } from './filters.ts';
import { RATE, type Stereo, silentStereo } from './signal.ts';

const SOUND_METRES_PER_SECOND = 343;

/** Air and ground take away the heights. 0 is near, 1 far away. In place. */
export function atDistance(sound: Stereo, distance: number): Stereo {
  if (distance <= 0) return sound;
  const hertz = 16_000 * (600 / 16_000) ** distance;
  return { left: lowPass(sound.left, hertz), right: lowPass(sound.right, hertz) };
}

/**
 * Something passes: louder and higher as it comes, lower as it goes, from one side to the other. `nearest` is the share
 * of the length at which it is beside the listener.
 */
export function passingBy(
  source: Float32Array,
  {
    metresPerSecond,
    metresAway,
    nearest = 0.5,
  }: { metresPerSecond: number; metresAway: number; nearest?: number },
): Stereo {
  const sound = silentStereo(source.length);
  const metresFirst = Math.hypot((metresPerSecond * nearest * source.length) / RATE, metresAway);
  for (let i = 0; i < source.length; i += 1) {
    const along = metresPerSecond * (i / RATE - (nearest * source.length) / RATE);
    const metres = Math.hypot(along, metresAway);
    // The delay is relative to that of the first sample, so that the sound begins at once.
    const at = i - ((metres - metresFirst) / SOUND_METRES_PER_SECOND) * RATE;
    const whole = Math.floor(at);
    const near = source[whole] ?? 0;
    const next = source[whole + 1] ?? 0;
    const level = (near + (at - whole) * (next - near)) * (metresAway / metres) ** 1.2;
    const angle = (Math.PI / 4) * (1 + 0.9 * (along / metres));
    sound.left[i] = level * Math.cos(angle);
    sound.right[i] = level * Math.sin(angle);
  }
  return sound;
}

import type { Chance } from '../../dsp/index.ts';

export const RATE = 44_100;
const INAUDIBLE = 1e-5;

/** Left and right, of equal length. */
export type Stereo = { left: Float32Array; right: Float32Array };

export function samplesIn(seconds: number): number {
  return Math.max(1, Math.round(seconds * RATE));
}

export function silence(seconds: number): Float32Array {
  return new Float32Array(samplesIn(seconds));
}

export function silentStereo(length: number): Stereo {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/** Adds one sound to another, from a moment on. What does not fit is left out. */
export function addAt(target: Float32Array, source: Float32Array, at: number, gain = 1): void {
  const from = Math.max(0, -at);
  const end = Math.min(source.length, target.length - at);
  for (let i = from; i < end; i += 1)
    target[at + i] = (target[at + i] as number) + gain * (source[i] as number);
}

/** `pan` from −1, left, to 1, right, with constant power. */
export function addPanned(target: Stereo, source: Float32Array, at: number, gain = 1, pan = 0): void {
  const angle = (Math.PI / 4) * (1 + pan);
  addAt(target.left, source, at, gain * Math.cos(angle) * Math.SQRT2);
  addAt(target.right, source, at, gain * Math.sin(angle) * Math.SQRT2);
}

export function addStereo(target: Stereo, source: Stereo, at = 0, gain = 1): void {
  addAt(target.left, source.left, at, gain);
  addAt(target.right, source.right, at, gain);
}

export function centred(samples: Float32Array): Stereo {
  return { left: samples, right: samples.slice() };
}

/** Cuts the sound to the length, or adds silence at its end. */
export function extended({ left, right }: Stereo, length: number): Stereo {
  if (left.length === length) return { left, right };
  const made = silentStereo(length);
  made.left.set(left.subarray(0, length));
  made.right.set(right.subarray(0, length));
  return made;
}

/** Returns the length up to the last sample that can be heard. */
export function audibleLength({ left, right }: Stereo): number {
  let end = left.length;
  while (end > 0 && Math.abs(left[end - 1] as number) + Math.abs(right[end - 1] as number) < INAUDIBLE)
    end -= 1;
  return end;
}

/** The same recipe with other numbers for each ear: wide, as rain and wind are. */
export function wide(make: () => Float32Array): Stereo {
  return { left: make(), right: make() };
}

/** Multiplies in place. */
export function times(samples: Float32Array, factor: number | Float32Array): Float32Array {
  if (typeof factor === 'number')
    for (let i = 0; i < samples.length; i += 1) samples[i] = (samples[i] as number) * factor;
  else
    for (let i = 0; i < samples.length; i += 1)
      samples[i] = (samples[i] as number) * (factor[Math.min(i, factor.length - 1)] as number);
  return samples;
}

/** Adds the source at a speed: faster is higher and shorter. It takes one pass, as crowds add hundreds of voices. */
export function addPlayed(
  { left, right }: Stereo,
  source: Float32Array,
  { at, speed, gain, pan }: { at: number; speed: number; gain: number; pan: number },
): void {
  const angle = (Math.PI / 4) * (1 + pan);
  const ofLeft = gain * Math.cos(angle) * Math.SQRT2;
  const ofRight = gain * Math.sin(angle) * Math.SQRT2;
  const end = Math.min(Math.floor((source.length - 1) / speed), left.length - at);
  for (let i = Math.max(0, -at); i < end; i += 1) {
    const place = i * speed;
    const whole = Math.trunc(place);
    const near = source[whole] as number;
    const sample = near + (place - whole) * ((source[whole + 1] as number) - near);
    left[at + i] = (left[at + i] as number) + ofLeft * sample;
    right[at + i] = (right[at + i] as number) + ofRight * sample;
  }
}

/** Soft clipping, in place: drive 1 hardly changes a quiet sound. */
export function driven(samples: Float32Array, drive: number): Float32Array {
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.tanh(drive * (samples[i] as number));
  return samples;
}

/** Scales the highest sample to 1, in place. */
export function normalised(samples: Float32Array): Float32Array {
  let highest = 0;
  for (const sample of samples) highest = Math.max(highest, Math.abs(sample));
  return highest > 0 ? times(samples, 1 / highest) : samples;
}

/** Moments of events that come by chance, so many per second on average. */
export function randomMoments(length: number, perSecond: number, chance: Chance): number[] {
  const moments: number[] = [];
  if (perSecond <= 0) return moments;
  for (let at = 0; ; ) {
    at -= (Math.log(1 - chance()) / perSecond) * RATE;
    if (at >= length) return moments;
    moments.push(Math.floor(at));
  }
}

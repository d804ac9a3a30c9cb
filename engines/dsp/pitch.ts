/**
 * A second opinion that knows nothing of the detector: seconds of sound that has a pitch of a voice, and one that
 * moves. Tones, hum and instruments hold theirs; noise, rain and applause have none.
 */
const RATE = 8_000;
const FRAME = 320;
const HOP = 80;
const LEAST_LAG = Math.floor(RATE / 400);
const MOST_LAG = Math.ceil(RATE / 70);
const HARMONIC = 0.6;
/** Relative change of pitch in 10 ms. A sung or played note changes less, a jump to another note more. */
const MOVING = { least: 0.002, most: 0.06 };
/** Below it, relative to the loudest frame, nothing is looked at. */
const QUIET = 10 ** (-35 / 10);

export const PITCHES_PER_SECOND = RATE / HOP;

/** Takes the result of `pitchesOf`. */
export function voiceSeconds(pitches: Float64Array): number {
  let moving = 0;
  let before = 0;
  for (const pitch of pitches) {
    if (pitch > 0 && before > 0) {
      const change = Math.abs(pitch / before - 1);
      if (change > MOVING.least && change < MOVING.most) moving += 1;
    }
    before = pitch;
  }
  return moving / PITCHES_PER_SECOND;
}

/** Returns the pitch in Hz every 10 ms; 0 where there is none. */
export function pitchesOf(samples: Float32Array): Float64Array {
  const sound = halved(samples);
  const count = Math.max(0, Math.floor((sound.length - FRAME - MOST_LAG) / HOP));
  const energies = Float64Array.from({ length: count }, (_, i) => energyAt(sound, i * HOP));
  const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0);
  if (loudest < 1e-6) return new Float64Array(count);
  return energies.map((energy, i) => (energy < loudest * QUIET ? 0 : pitchAt(sound, i * HOP)));
}

function halved(samples: Float32Array): Float32Array {
  const out = new Float32Array(samples.length >> 1);
  for (let i = 0; i < out.length; i += 1) out[i] = ((samples[2 * i] ?? 0) + (samples[2 * i + 1] ?? 0)) / 2;
  return out;
}

function energyAt(sound: Float32Array, from: number): number {
  let sum = 0;
  for (let n = from; n < from + FRAME; n += 1) sum += (sound[n] as number) ** 2;
  return sum;
}

/** Returns the pitch in Hz; 0 where the frame does not resemble itself one period later. */
function pitchAt(sound: Float32Array, from: number): number {
  const scores = new Float64Array(MOST_LAG + 2);
  const own = energyAt(sound, from);
  let shifted = energyAt(sound, from + LEAST_LAG - 1);
  let best = 0;
  for (let lag = LEAST_LAG - 1; lag <= MOST_LAG; lag += 1) {
    let sum = 0;
    for (let n = from; n < from + FRAME; n += 1) sum += (sound[n] as number) * (sound[n + lag] as number);
    scores[lag] = sum / Math.sqrt(own * shifted + 1e-12);
    shifted += (sound[from + lag + FRAME] ?? 0) ** 2 - (sound[from + lag] as number) ** 2;
    if ((scores[lag] as number) > (scores[best] as number)) best = lag;
  }
  if ((scores[best] as number) < HARMONIC || best < LEAST_LAG || best >= MOST_LAG) return 0;
  // The shortest period that explains it almost as well is the true one; the longer ones are its multiples.
  for (let lag = LEAST_LAG; lag < best; lag += 1) {
    const peak = scores[lag] as number;
    const isPeak = peak >= (scores[lag - 1] as number) && peak >= (scores[lag + 1] as number);
    if (isPeak && peak > 0.9 * (scores[best] as number)) {
      best = lag;
      break;
    }
  }
  const a = scores[best - 1] as number;
  const b = scores[best] as number;
  const c = scores[best + 1] as number;
  const bend = a - 2 * b + c;
  return RATE / (best + (bend === 0 ? 0 : (0.5 * (a - c)) / bend));
}

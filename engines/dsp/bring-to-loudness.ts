import { type Limited, limitTogether, scaled } from './limiter.ts';
import { integratedLoudness } from './loudness.ts';
import { truePeak } from './true-peak.ts';

export type LoudnessTarget = {
  lufs: number;
  truePeakDb: number;
  /** The most that the limiter may lower a peak. A sound that would need more stays quieter than the target. */
  mostLimitingDb?: number;
};

export type Levelled = {
  channels: Float32Array[];
  /** Other sounds, such as parts of this one, with the same gains. */
  followers: Float32Array[];
  lufs: number;
  truePeakDb: number;
};
/** The peak is measured once, after the last attempt, unless it is known. */
type Attempt = Limited & { lufs: number; truePeakDb: number | null };

const ROUNDS = 6;
/** How much of a gain the limiter lets through, at the least: a sound that is all limiter must not be driven on. */
const LEAST_SLOPE = 0.25;
const CLOSE_ENOUGH_LU = 0.05;
/** Far under what encoding to 16 bits or MP3 adds, and enough that other meters' filters agree. */
const MARGIN_DB = 0.1;

/** Brings a sound to a loudness with its true peak under a ceiling. Silence stays silence. */
export function bringToLoudness(
  channels: readonly Float32Array[],
  sampleRate: number,
  { lufs, truePeakDb, mostLimitingDb = Infinity }: LoudnessTarget,
  followers: readonly Float32Array[] = [],
): Levelled {
  const before = {
    lufs: integratedLoudness(channels, sampleRate),
    truePeakDb: toDecibels(truePeak(channels)),
  };
  const ceilingDb = truePeakDb - MARGIN_DB;
  const mostGainDb = ceilingDb + mostLimitingDb - before.truePeakDb;
  if (before.truePeakDb === -Infinity)
    return {
      channels: [...channels],
      followers: [...followers],
      lufs: -Infinity,
      truePeakDb: -Infinity,
    };

  let gainDb = Math.min(before.lufs === -Infinity ? mostGainDb : lufs - before.lufs, mostGainDb);
  if (gainDb === Infinity) gainDb = ceilingDb - before.truePeakDb;
  let made = levelled(channels, before, sampleRate, gainDb, ceilingDb);
  // Limiting takes loudness away, so the gain before it rises until the rest is loud enough.
  let slope = 1;
  for (let round = 1; round < ROUNDS; round += 1) {
    const missing = lufs - made.lufs;
    const next = Math.min(gainDb + missing / slope, mostGainDb);
    if (Math.abs(missing) < CLOSE_ENOUGH_LU || next === gainDb || made.lufs === -Infinity) break;
    const louder = levelled(channels, before, sampleRate, next, ceilingDb);
    slope = Math.min(1, Math.max(LEAST_SLOPE, (louder.lufs - made.lufs) / (next - gainDb)));
    gainDb = next;
    made = louder;
  }
  const { follow, ...measured } = made;
  const peakDb = made.truePeakDb ?? toDecibels(truePeak(made.channels));
  return { ...measured, truePeakDb: peakDb, followers: followers.map(follow) };
}

function levelled(
  channels: readonly Float32Array[],
  before: { lufs: number; truePeakDb: number },
  sampleRate: number,
  gainDb: number,
  ceilingDb: number,
): Attempt {
  const gain = fromDecibels(gainDb);
  const amplify = (channel: Float32Array) => scaled(channel, gain);
  const known = { lufs: before.lufs + gainDb, truePeakDb: before.truePeakDb + gainDb };
  if (known.truePeakDb <= ceilingDb) return { channels: channels.map(amplify), follow: amplify, ...known };
  const limited = limitTogether(channels, sampleRate, fromDecibels(ceilingDb), gain);
  return { ...limited, lufs: integratedLoudness(limited.channels, sampleRate), truePeakDb: null };
}

export function toDecibels(level: number): number {
  return 20 * Math.log10(level);
}

export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}

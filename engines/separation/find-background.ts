import type { Denoise } from '../denoising/index.ts';
import { createChance, resampled } from '../dsp/index.ts';
import { addToBands, BANDS, FIRST_OF_HISS, FIRST_UNHEARD, fromBands } from './bands.ts';
import type { FindBackground } from './remove-speech.ts';
import { highestAhead, meanInTime, spreadInTime } from './smooth.ts';
import { analyse, BINS, HOP, type Spectra, synthesise } from './spectra.ts';
import { RATE, SPEECH_RATE } from './types.ts';

/** Level at which the network hears everything: it takes a very quiet voice for noise. */
const HEARD_RMS = 0.06;
/** Where speech has this share of the power, half of what is left is taken for speech too. */
const HALF_PRESENT = 0.12;
/** Cells with less speech than about a sixth tell how loud the background is. */
const TELLING = 6;
/** How far in time a cell tells about others. */
const MEMORY = Math.exp(-HOP / (0.7 * RATE));
/** A bin may be so much stronger than it usually is, before it is taken for a rest of the voice. */
const MOST_BIN_POWER = 1.5;
/** Subtracting takes some of the background along: what fills the gap is a little stronger. */
const FILLING = 1.3;
const MOST_LIFT = 4;
/**
 * How much of a gap is filled with noise. All of the rest would still be heard as speech, because it rises and falls with
 * it; all of noise would lose the music.
 */
const NOISE = 0.45;
/** The network hears a voice that begins after silence about 100 ms late. */
const ONSET_FRAMES = 12;
const TINY = 1e-12;

/**
 * If only the speech that the network hears is subtracted, the rest still rises and falls like speech, and recognisers
 * understand it. So where there is speech, the rest is brought to the level that the same band has around it.
 */
export function createBackgroundFinder(denoise: Denoise): FindBackground {
  return ([left = new Float32Array(), right = left, ...others], known) => {
    if (others.length > 0) throw new RangeError('more than two channels');
    const middle = left.map((x, i) => (x + (right[i] as number)) / 2);
    const side = left.map((x, i) => (x - (right[i] as number)) / 2);
    const [rest, sides] = analyse(middle, side);
    const heard = known ?? speechIn(middle, denoise);
    const [speech] = analyse(atFullRate(heard, middle.length), new Float32Array(middle.length));
    const presence = takeOut(speech, rest);
    fillGaps(rest, presence);
    // Speech beside the middle: nothing is subtracted, but it must not be louder than what is around it.
    fillGaps(sides, presence, { mostLift: 1, noise: 0 });
    const [newMiddle, newSide] = synthesise(rest, sides, middle.length);
    return [
      newMiddle.map((x, i) => x + (newSide[i] as number)),
      newMiddle.map((x, i) => x - (newSide[i] as number)),
    ];
  };
}

function speechIn(middle: Float32Array, denoise: Denoise): Float32Array {
  const heard = resampled(middle, RATE, SPEECH_RATE);
  const power = heard.reduce((sum, x) => sum + x * x, 0) / Math.max(1, heard.length);
  const gain = HEARD_RMS / Math.max(1e-6, Math.sqrt(power));
  return denoise(heard.map((x) => x * gain)).map((x) => x / gain);
}

function atFullRate(speech: Float32Array, length: number): Float32Array {
  const whole = new Float32Array(length);
  whole.set(resampled(speech, SPEECH_RATE, RATE).subarray(0, length));
  return whole;
}

/** Both arrays have one value for each band and frame. */
type Presence = {
  /** How much of the rest is taken for speech, from 0 to 1. */
  speech: Float32Array;
  /** How well it tells the level of the background, from 0 to 1. */
  telling: Float32Array;
};

/** Subtracts the speech from the sound. */
function takeOut(speech: Spectra, sound: Spectra): Presence {
  const frames = speech.real.length / BINS;
  const heard = new Float32Array(frames * BANDS);
  for (let frame = 0; frame < frames; frame += 1) {
    const own = new Float32Array(BANDS);
    const all = new Float32Array(BANDS);
    for (let bin = 0; bin < BINS; bin += 1) {
      const at = frame * BINS + bin;
      const sr = speech.real[at] as number;
      const si = speech.imaginary[at] as number;
      const xr = sound.real[at] as number;
      const xi = sound.imaginary[at] as number;
      addToBands(own, 0, bin, sr * sr + si * si);
      addToBands(all, 0, bin, xr * xr + xi * xi);
      sound.real[at] = xr - sr;
      sound.imaginary[at] = xi - si;
    }
    // Voices reach above what the network hears even while they do not hiss.
    const hiss = Math.max(shareOf(own, all, FIRST_OF_HISS), shareOf(own, all, 0));
    for (let band = 0; band < BANDS; band += 1)
      heard[frame * BANDS + band] =
        band < FIRST_UNHEARD ? (own[band] as number) / ((all[band] as number) + TINY) : hiss;
  }
  const share = highestAhead(heard, BANDS, ONSET_FRAMES);
  const present = share.map((x) => (x * x) / (x * x + HALF_PRESENT ** 2));
  const around = meanInTime(present, BANDS, 2);
  return {
    speech: present.map((x, i) => Math.max(x, around[i] as number)),
    telling: share.map((x) => 1 / (1 + (TELLING * x) ** 4) + 1e-4),
  };
}

/** Returns the share of `own` in the power of the bands from `first` on that the network hears. */
function shareOf(own: Float32Array, all: Float32Array, first: number): number {
  let part = 0;
  let whole = TINY;
  for (let band = first; band < FIRST_UNHEARD; band += 1) {
    part += own[band] as number;
    whole += all[band] as number;
  }
  return part / whole;
}

/** Brings the cells with speech to the level of those around them that have none. */
function fillGaps(
  rest: Spectra,
  presence: Presence,
  { mostLift = MOST_LIFT, noise = NOISE }: { mostLift?: number; noise?: number } = {},
): void {
  const usual = usualPowers(rest, presence.telling);
  const before = new Float32Array(presence.speech.length);
  const wanted = new Float32Array(presence.speech.length);
  forEachCell(rest, (at, frame, bin) => {
    const present = fromBands(presence.speech, frame * BANDS, bin);
    const most = MOST_BIN_POWER * (usual[at] as number);
    const power = powerAt(rest, at);
    if (power > most && present > 0.01) scale(rest, at, ((most + TINY) / (power + TINY)) ** (present / 2));
    addToBands(before, frame * BANDS, bin, powerAt(rest, at));
    addToBands(wanted, frame * BANDS, bin, usual[at] as number);
  });
  const now = meanInTime(before, BANDS, 1);
  const gains = presence.speech.map((present, i) => {
    const factor = (FILLING * (wanted[i] as number) + TINY) / ((now[i] as number) + TINY);
    return Math.min(mostLift, factor) ** (present / 2);
  });
  const chance = createChance(1);
  forEachCell(rest, (at, frame, bin) => {
    scale(rest, at, fromBands(gains, frame * BANDS, bin));
    const share = noise * fromBands(presence.speech, frame * BANDS, bin) ** 2;
    // The first and the last bin are real numbers.
    if (share < 0.01 || bin === 0 || bin === BINS - 1) return;
    const level = Math.sqrt(share * FILLING * (usual[at] as number));
    const angle = 2 * Math.PI * chance();
    scale(rest, at, Math.sqrt(1 - share));
    rest.real[at] = (rest.real[at] as number) + level * Math.cos(angle);
    rest.imaginary[at] = (rest.imaginary[at] as number) + level * Math.sin(angle);
  });
}

/** Returns for each bin and frame the mean power around it in time. Cells without speech count most. */
function usualPowers(rest: Spectra, telling: Float32Array): Float32Array {
  const sums = new Float32Array(rest.real.length);
  const weights = new Float32Array(rest.real.length);
  forEachCell(rest, (at, frame, bin) => {
    const weight = fromBands(telling, frame * BANDS, bin);
    sums[at] = weight * powerAt(rest, at);
    weights[at] = weight;
  });
  const total = spreadInTime(weights, BINS, MEMORY);
  return spreadInTime(sums, BINS, MEMORY).map((sum, at) => sum / (total[at] as number));
}

function forEachCell({ real }: Spectra, visit: (at: number, frame: number, bin: number) => void): void {
  for (let at = 0, frame = 0; at < real.length; frame += 1)
    for (let bin = 0; bin < BINS; bin += 1, at += 1) visit(at, frame, bin);
}

function powerAt({ real, imaginary }: Spectra, at: number): number {
  return (real[at] as number) ** 2 + (imaginary[at] as number) ** 2;
}

function scale({ real, imaginary }: Spectra, at: number, gain: number): void {
  real[at] = (real[at] as number) * gain;
  imaginary[at] = (imaginary[at] as number) * gain;
}

import type { Sound } from '../codec/index.ts';
import { bringToLoudness, type Ducking, duckUnder, fadeEdges, resampled } from '../dsp/index.ts';

/** A sound from elsewhere is brought to these values, so that it can take the place of one of ours. */
export type MasteringRules = {
  /** The sound is cut to this length, or followed by silence. */
  seconds: number;
  lufs: number;
  truePeakDb: number;
  mostLimitingDb?: number;
  /** A loop is not faded. */
  isLoop: boolean;
  ducking?: Ducking;
};

export const SAMPLE_RATE = 44_100;
const FADE_IN = Math.round(0.003 * SAMPLE_RATE);
const FADE_OUT = Math.round(0.03 * SAMPLE_RATE);

/** Stereo at 44.1 kHz, before anybody speaks over it. */
export function levelled({ channels, sampleRate }: Sound, rules: MasteringRules): Float32Array[] {
  const frames = Math.round(rules.seconds * SAMPLE_RATE);
  const [left = new Float32Array(), right = left] = channels;
  const fitted = [left, right].map((channel) => {
    const made = new Float32Array(frames);
    made.set(resampled(channel, sampleRate, SAMPLE_RATE).subarray(0, frames));
    if (!rules.isLoop) fadeEdges(made, { fadeIn: FADE_IN, fadeOut: FADE_OUT });
    return made;
  });
  return bringToLoudness(fitted, SAMPLE_RATE, rules).channels;
}

export function ducked(channels: Float32Array[], { ducking }: MasteringRules): Float32Array[] {
  return ducking ? channels.map((channel) => duckUnder(ducking, channel, SAMPLE_RATE)) : channels;
}

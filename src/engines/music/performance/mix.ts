import { applyBiquad, type Chance, fromDecibels, integratedLoudness } from '../../dsp/index.ts';
import { DRUM_KEYS } from '../composition/drum-pieces.ts';
import type { Score } from '../composition/score.ts';
import type { Genre, GenrePart } from '../genres/genre.ts';
import { compress, sidechain } from './dynamics.ts';
import { highPassAt, lowPassAt } from './filters.ts';
import { reverberate } from './reverb.ts';
import { addScaled, panGains, SAMPLE_RATE, type Stereo, silence } from './stereo.ts';

/** Every part is brought here before its level counts, because instruments of a font differ by 20 dB. */
const PART_LUFS = -20;
const MOST_PART_GAIN_DB = 40;
/** Room for the bass: other parts have nothing to say below. */
const LOW_CUT_HERTZ = 110;
const BUS_THRESHOLD_DB = -17;
const REVERB_GAIN = 0.55;

export type PlayedPart = { part: GenrePart; sound: Stereo };

/** Level, place and room of every part, and what the genre does to the sum. */
export function mix(
  parts: readonly PlayedPart[],
  score: Score,
  genre: Genre,
  frames: number,
  chance: Chance,
): Stereo {
  const bus = silence(frames);
  const room = silence(frames);
  const ducking = duckingOf(score, genre, frames);
  for (const { part, sound } of parts) {
    shape(part, sound, ducking);
    const lufs = integratedLoudness([sound.left, sound.right], SAMPLE_RATE);
    if (lufs === -Infinity) continue;
    const gain = fromDecibels(Math.min(MOST_PART_GAIN_DB, PART_LUFS - lufs) + part.level);
    const { left, right } = panGains(part.pan ?? 0);
    addScaled(bus.left, sound.left, gain * left);
    addScaled(bus.right, sound.right, gain * right);
    const send = gain * (part.reverb ?? 0);
    addScaled(room.left, sound.left, send * left);
    addScaled(room.right, sound.right, send * right);
  }
  const tail = reverberate(room, genre.mix.reverbSeconds, SAMPLE_RATE);
  addScaled(bus.left, tail.left, REVERB_GAIN);
  addScaled(bus.right, tail.right, REVERB_GAIN);
  finish(bus, genre.mix, chance);
  return bus;
}

function shape(part: GenrePart, sound: Stereo, ducking: Float32Array | null): void {
  const channels = [sound.left, sound.right];
  if (part.role !== 'bass' && part.role !== 'drums')
    for (const channel of channels) applyBiquad(channel, highPassAt(LOW_CUT_HERTZ, SAMPLE_RATE));
  if (ducking && part.role !== 'drums' && part.role !== 'melody')
    for (const channel of channels)
      for (let i = 0; i < channel.length; i += 1)
        channel[i] = (channel[i] as number) * (ducking[i] as number);
}

function duckingOf({ parts }: Score, { mix: { sidechainDb } }: Genre, frames: number): Float32Array | null {
  const drums = parts.find(({ part }) => part.role === 'drums');
  if (!sidechainDb || !drums) return null;
  const kicks = drums.notes.filter(({ pitch }) => pitch === DRUM_KEYS.kick).map(({ start }) => start);
  return sidechain(kicks, sidechainDb, frames, SAMPLE_RATE);
}

function finish(
  bus: Stereo,
  { drive = 0, darkness, crackleDb, compression }: Genre['mix'],
  chance: Chance,
): void {
  const channels = [bus.left, bus.right];
  if (drive > 0) for (const channel of channels) saturate(channel, drive);
  if (crackleDb !== undefined) crackle(bus, fromDecibels(crackleDb), chance);
  if (darkness !== undefined)
    for (const channel of channels) applyBiquad(channel, lowPassAt(darkness, SAMPLE_RATE));
  compress(bus, compression, BUS_THRESHOLD_DB, SAMPLE_RATE);
}

function saturate(channel: Float32Array, drive: number): void {
  const push = 1 + 3 * drive;
  for (let i = 0; i < channel.length; i += 1) {
    const sample = channel[i] as number;
    channel[i] = (1 - drive) * sample + (drive * Math.tanh(push * sample)) / push;
  }
}

/** Dust on a record: a soft hiss and some small clicks a second. */
function crackle({ left, right }: Stereo, level: number, chance: Chance): void {
  let pop = 0;
  for (let i = 0; i < left.length; i += 1) {
    if (chance() < 9 / SAMPLE_RATE) pop = (2 * chance() - 1) * 6;
    pop *= 0.82;
    const dust = level * (pop + 0.25 * (2 * chance() - 1));
    left[i] = (left[i] as number) + dust;
    right[i] = (right[i] as number) + dust * 0.9;
  }
}

import { applyBiquad, type Chance, fromDecibels, integratedLoudness } from '../../dsp/index.ts';
import type { Score } from '../composition/score.ts';
import { DRUM_KEYS } from '../drum-pieces.ts';
import type { Genre, GenrePart } from '../genres/genre.ts';
import { compress, sidechain } from './dynamics.ts';
import { highPassAt, highShelfAt, lowPassAt } from './filters.ts';
import { reverberate } from './reverb.ts';
import { type Mix, noiseTargets, type StemName, soundsOf, stemOf } from './stems.ts';
import { addScaled, panGains, SAMPLE_RATE, type Stereo, silence } from './stereo.ts';

/** Every part is brought here before its level counts, because instruments of a font differ by 20 dB. */
const PART_LUFS = -20;
const MOST_PART_GAIN_DB = 40;
/** Room for the bass: other parts have nothing to say below. */
const LOW_CUT_HERTZ = 110;
const PRESENCE_HERTZ = 2_500;
const BUS_THRESHOLD_DB = -17;
const REVERB_GAIN = 0.55;

export type PlayedPart = { part: GenrePart; sound: Stereo };

/** Sounds that are mixed together: the dry sum, and the sum that goes to the reverb. */
type Strip = { dry: Stereo; room: Stereo };

/** Level, place and room of every part, and what the genre does to the sum. */
export function mix(
  parts: readonly PlayedPart[],
  score: Score,
  genre: Genre,
  { frames, chance, withStems }: { frames: number; chance: Chance; withStems: boolean },
): Mix {
  const newStrip = (): Strip => ({ dry: silence(frames), room: silence(frames) });
  const whole = newStrip();
  const strips = new Map<StemName, Strip>();
  const ducking = duckingOf(score, genre, frames);
  for (const { part, sound } of parts) {
    shape(part, sound, ducking);
    const lufs = integratedLoudness([sound.left, sound.right], SAMPLE_RATE);
    if (lufs === -Infinity) continue;
    const gain = fromDecibels(Math.min(MOST_PART_GAIN_DB, PART_LUFS - lufs) + part.level);
    place(whole, part, sound, gain);
    if (!withStems) continue;
    const name = stemOf(part.role);
    const strip = strips.get(name) ?? newStrip();
    strips.set(name, strip);
    place(strip, part, sound, gain);
  }
  const wet = (strip: Strip) => inRoom(strip, genre.mix.reverbSeconds);
  const stems = withStems ? new Map([...strips].map(([name, strip]) => [name, wet(strip)])) : null;
  const mixed = { bus: wet(whole), stems };
  finish(mixed, genre.mix, chance);
  return mixed;
}

function place({ dry, room }: Strip, part: GenrePart, sound: Stereo, gain: number): void {
  const { left, right } = panGains(part.pan ?? 0);
  addScaled(dry.left, sound.left, gain * left);
  addScaled(dry.right, sound.right, gain * right);
  const send = gain * (part.reverb ?? 0);
  addScaled(room.left, sound.left, send * left);
  addScaled(room.right, sound.right, send * right);
}

function inRoom({ dry, room }: Strip, reverbSeconds: number): Stereo {
  const tail = reverberate(room, reverbSeconds, SAMPLE_RATE);
  addScaled(dry.left, tail.left, REVERB_GAIN);
  addScaled(dry.right, tail.right, REVERB_GAIN);
  return dry;
}

function shape(part: GenrePart, sound: Stereo, ducking: Float32Array | null): void {
  const channels = [sound.left, sound.right];
  if (part.role !== 'bass' && part.role !== 'drums')
    for (const channel of channels) applyBiquad(channel, highPassAt(LOW_CUT_HERTZ, SAMPLE_RATE));
  if (part.brightness)
    for (const channel of channels)
      applyBiquad(channel, highShelfAt(PRESENCE_HERTZ, SAMPLE_RATE, part.brightness));
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

/** Applies effects that bend the sum, such as saturation, as gains: stems with the same gains still sum to it. */
function finish(
  mixed: Mix,
  { drive = 0, darkness, crackleDb, compression }: Genre['mix'],
  chance: Chance,
): void {
  if (drive > 0)
    for (const side of ['left', 'right'] as const) {
      const [channel, ...followers] = soundsOf(mixed).map((sound) => sound[side]);
      if (channel) saturate(channel, drive, followers);
    }
  if (crackleDb !== undefined) crackle(noiseTargets(mixed), fromDecibels(crackleDb), chance);
  const [bus, ...stems] = soundsOf(mixed);
  if (darkness !== undefined)
    for (const { left, right } of soundsOf(mixed))
      for (const channel of [left, right]) applyBiquad(channel, lowPassAt(darkness, SAMPLE_RATE));
  if (bus) compress(bus, { ratio: compression, thresholdDb: BUS_THRESHOLD_DB }, SAMPLE_RATE, stems);
}

function saturate(channel: Float32Array, drive: number, followers: readonly Float32Array[]): void {
  const push = 1 + 3 * drive;
  for (let i = 0; i < channel.length; i += 1) {
    const sample = channel[i] as number;
    const saturated = (1 - drive) * sample + (drive * Math.tanh(push * sample)) / push;
    channel[i] = saturated;
    const gain = sample === 0 ? 1 : saturated / sample;
    for (const follower of followers) follower[i] = (follower[i] as number) * gain;
  }
}

/** Dust on a record: a soft hiss and some small clicks a second. */
function crackle(targets: readonly Stereo[], level: number, chance: Chance): void {
  const frames = targets[0]?.left.length ?? 0;
  let pop = 0;
  for (let i = 0; i < frames; i += 1) {
    if (chance() < 9 / SAMPLE_RATE) pop = (2 * chance() - 1) * 6;
    pop *= 0.82;
    const dust = level * (pop + 0.25 * (2 * chance() - 1));
    for (const { left, right } of targets) {
      left[i] = (left[i] as number) + dust;
      right[i] = (right[i] as number) + dust * 0.9;
    }
  }
}

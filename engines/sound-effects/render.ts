import { bringToLoudness, createChance, fadeEdges, seamlessLoop, seedFrom } from '../dsp/index.ts';
import { inRoom, ROOMS, type RoomName } from './blocks/room.ts';
import {
  addStereo,
  audibleLength,
  extended,
  RATE,
  type Stereo,
  samplesIn,
  silentStereo,
} from './blocks/signal.ts';
import { atDistance } from './blocks/space.ts';
import { kindNamed } from './kinds/index.ts';
import type { EffectPlan, Layer } from './plan.ts';

export const SAMPLE_RATE = RATE;
const LUFS = -18;
const TRUE_PEAK_DB = -1;
/** The blow of an impact is what it is about: it is not limited away to make the rest louder. */
const MOST_LIMITING_DB = 2;
/** Enough for crackles over a fire; the ticks of a clock stay impacts and end up quieter. */
const MOST_LIMITING_OF_AMBIENCE_DB = 6;
/** Loudness is measured over 0.4 s, so a shorter sound is extended with silence. */
const SHORTEST = samplesIn(0.4);
const CROSSFADE_SECONDS = 0.5;
const FADE_IN_SECONDS = 0.001;
const FADE_OUT_SECONDS = 0.03;
/** A layer that is far away is this much quieter than a near one. */
const FAR_DB = 14;

export type Rendered = { channels: Float32Array[]; lufs: number; truePeakDb: number };

/** The same plan and seed give the same samples on every machine. */
export function renderEffect(plan: EffectPlan, { seed, loop }: { seed: number; loop: boolean }): Rendered {
  const length = samplesIn(plan.seconds);
  const crossfade = loop ? Math.min(samplesIn(CROSSFADE_SECONDS), Math.floor(length / 2)) : 0;
  const mix = mixLayers(plan, seed, length + crossfade);
  const isAmbience = plan.layers.every(({ kind }) => kindNamed(kind).isAmbience);
  const mostLimitingDb = isAmbience ? MOST_LIMITING_OF_AMBIENCE_DB : MOST_LIMITING_DB;
  const heard = loop ? mix : extended(mix, Math.max(SHORTEST, audibleLength(mix)));
  const channels = [heard.left, heard.right].map((channel) =>
    loop ? seamlessLoop(channel, { crossfade }) : faded(channel),
  );
  const levelled = bringToLoudness(channels, RATE, { lufs: LUFS, truePeakDb: TRUE_PEAK_DB, mostLimitingDb });
  const [left, right] = levelled.channels as [Float32Array, Float32Array];
  const whole = extended({ left, right }, length);
  return { ...levelled, channels: [whole.left, whole.right] };
}

function mixLayers(plan: EffectPlan, seed: number, length: number): Stereo {
  const mix = silentStereo(length);
  let at = 0;
  for (const [i, layer] of plan.layers.entries()) {
    if (layer.isNext && i > 0) at += samplesIn(0.8 * kindNamed((plan.layers[i - 1] as Layer).kind).seconds);
    if (at >= length) break;
    const sound = makeLayer(layer, plan.room, length - at, seedFrom(`${seed} ${i} ${layer.kind}`));
    addStereo(mix, sound, at, levelOf(sound, layer.distance));
  }
  return mix;
}

function makeLayer(layer: Layer, room: RoomName | null, length: number, seed: number): Stereo {
  const kind = kindNamed(layer.kind);
  const { size, speed, intensity, count, material } = layer;
  const chance = createChance(seed);
  const whole = kind.make({ length, chance, size, speed, intensity, count, material });
  // Silence at the end costs no time in the filters and the room.
  const made = extended(whole, Math.min(length, audibleLength(whole)));
  const placed = ROOMS[room ?? kind.room ?? 'room'];
  const { distance } = layer;
  // At a distance one hears more of the place and less of the thing.
  const wet = Math.min(0.9, placed.wet * (1 + 1.5 * distance) + (placed.wet > 0 ? 0.1 * distance : 0));
  return inRoom(atDistance(made, distance), { ...placed, wet }, length);
}

/** Layers are mixed at equal strength, whatever level their recipes have. */
function levelOf({ left, right }: Stereo, distance: number): number {
  const window = RATE / 10;
  let loudest = 0;
  for (let from = 0; from < left.length; from += window) {
    let energy = 0;
    const end = Math.min(from + window, left.length);
    for (let i = from; i < end; i += 1) energy += (left[i] as number) ** 2 + (right[i] as number) ** 2;
    loudest = Math.max(loudest, energy / window);
  }
  return loudest > 0 ? 10 ** ((-FAR_DB * distance) / 20) / Math.sqrt(loudest) : 0;
}

function faded(channel: Float32Array): Float32Array {
  fadeEdges(channel, { fadeIn: samplesIn(FADE_IN_SECONDS), fadeOut: samplesIn(FADE_OUT_SECONDS) });
  return channel;
}

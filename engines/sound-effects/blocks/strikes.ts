import { between, type Chance } from '../../dsp/index.ts';
import { strike } from './curves.ts';
import { highPass, lowPass } from './filters.ts';
import { modesOf, resonate, type Substance } from './modes.ts';
import { whiteNoise } from './noise.ts';
import { addAt, normalised, samplesIn, silence, times } from './signal.ts';
import { sine } from './tones.ts';

export type Blow = {
  substance: Substance;
  /** 1 is usual, 2 twice as large. */
  size?: number;
  /** 0 soft to 1 hard: a harder blow is brighter. */
  force?: number;
  seconds?: number;
};

/** Something is struck: the contact, what rings, and for large things the air that they move. */
export function blow(
  { substance, size = 1, force = 0.6, seconds = 1.5 }: Blow,
  chance: Chance,
): Float32Array {
  const contact = substance.contactSeconds * size ** 0.5 * (1.6 - force);
  const push = contactForce(contact, chance, substance.noise);
  const sound = normalised(resonate(push, modesOf(substance, size, chance), samplesIn(seconds)));
  const click = times(
    whiteNoise(samplesIn(contact * 6 + 0.004), chance),
    strike(samplesIn(contact * 6 + 0.004), 0.0002, contact * 8),
  );
  lowPass(click, 3_000 + 9_000 * force);
  addAt(sound, highPass(click, 300), 0, 0.75 * substance.noise * (0.4 + force));
  if (size > 1.2)
    addAt(sound, thump(62 / size ** 0.4, 0.12 * size ** 0.5), 0, Math.min(1, 0.45 * (size - 1)));
  return sound;
}

/** A push of half a sine with some roughness. */
function contactForce(seconds: number, chance: Chance, roughness: number): Float32Array {
  const push = silence(Math.max(seconds, 3 / 44_100));
  for (let i = 0; i < push.length; i += 1)
    push[i] = Math.sin((Math.PI * (i + 1)) / (push.length + 1)) * (1 + roughness * (chance() - 0.5));
  return push;
}

/** A low blow whose pitch falls as it dies. `seconds` until it is 60 dB quieter is three times this. */
export function thump(hertz: number, seconds: number): Float32Array {
  const length = samplesIn(3 * seconds);
  const pitch = strike(length, 0, 2 * seconds).map((x) => hertz * (1 + 1.4 * x));
  return times(sine(length, pitch), strike(length, 0.002, 3 * seconds));
}

/** A bubble rings and rises in pitch as it closes (van den Doel). The radius is in millimetres. */
export function bubble(radius: number, chance: Chance, rise = 0.12): Float32Array {
  const hertz = 3_000 / radius;
  const damping = 0.13 / (radius / 1_000) + 0.0072 * (radius / 1_000) ** -1.5;
  const seconds = Math.min(0.4, Math.max(0.004, 4 / damping));
  const length = samplesIn(seconds);
  const slope = rise * damping * between(chance, 0.3, 1);
  const pitch = new Float32Array(length).map((_, i) => hertz * (1 + (slope * i) / 44_100));
  const sound = sine(length, pitch);
  for (let i = 0; i < length; i += 1) {
    const fadeIn = Math.min(1, i / 30);
    sound[i] = (sound[i] as number) * fadeIn * Math.exp((-damping * i) / 44_100);
  }
  return sound;
}

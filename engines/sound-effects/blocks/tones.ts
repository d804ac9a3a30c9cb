import type { Chance } from '../../dsp/index.ts';
import { sway, wander } from './curves.ts';
import type { Hertz } from './filters.ts';
import { addAt, RATE } from './signal.ts';

/** A sine of one hertz turns by this much per sample. */
const RADIANS = (2 * Math.PI) / RATE;

const hertzAt = (hertz: Hertz, i: number): number =>
  typeof hertz === 'number' ? hertz : (hertz[Math.min(i, hertz.length - 1)] as number);

export function sine(length: number, hertz: Hertz, phase = 0): Float32Array {
  if (typeof hertz === 'number') return sway(length, hertz, [-1, 1], phase);
  const tone = new Float32Array(length);
  for (let i = 0, angle = phase; i < length; i += 1) {
    tone[i] = Math.sin(angle);
    angle += RADIANS * (hertz[i] as number);
  }
  return tone;
}

/** A sine whose frequency is moved by another: bells, metal, machines. `index` is how far. */
export function fm(length: number, hertz: Hertz, ratio: number, index: Hertz): Float32Array {
  const tone = new Float32Array(length);
  for (let i = 0, carrier = 0, modulator = 0; i < length; i += 1) {
    const step = RADIANS * hertzAt(hertz, i);
    tone[i] = Math.sin(carrier + hertzAt(index, i) * Math.sin(modulator));
    carrier += step;
    modulator += ratio * step;
  }
  return tone;
}

/** Band-limited by a polynomial at its step. */
export function saw(length: number, hertz: Hertz, phase = 0): Float32Array {
  const tone = new Float32Array(length);
  for (let i = 0, place = phase; i < length; i += 1) {
    const step = hertzAt(hertz, i) / RATE;
    tone[i] = 2 * place - 1 - smoothStep(place, step);
    place += step;
    if (place >= 1) place -= Math.floor(place);
  }
  return tone;
}

/** Saws that drift around pitches of their own, none quite in tune: the body of drones. */
export function driftingSaws(
  length: number,
  chance: Chance,
  { pitches, drift, perSecond }: { pitches: readonly number[]; drift: number; perSecond: number },
): Float32Array {
  const sound = new Float32Array(length);
  for (const hertz of pitches) {
    const pitch = wander(length, chance, perSecond, [(1 - drift) * hertz, (1 + drift) * hertz]);
    addAt(sound, saw(length, pitch, chance()), 0, 0.3);
  }
  return sound;
}

/** `width` is the part of each period that is high. Without the constant that a narrow pulse would have. */
export function pulse(length: number, hertz: Hertz, width = 0.5): Float32Array {
  const tone = new Float32Array(length);
  const constant = 1 - 2 * width;
  for (let i = 0, place = 0; i < length; i += 1) {
    const step = hertzAt(hertz, i) / RATE;
    const other = (place + 1 - width) % 1;
    tone[i] = (place < width ? 1 : -1) + constant + smoothStep(place, step) - smoothStep(other, step);
    place += step;
    if (place >= 1) place -= Math.floor(place);
  }
  return tone;
}

function smoothStep(place: number, step: number): number {
  if (place < step) {
    const x = place / step;
    return x + x - x * x - 1;
  }
  if (place > 1 - step) {
    const x = (place - 1) / step;
    return x * x + x + x + 1;
  }
  return 0;
}

/** A plucked string (Karplus and Strong). `seconds` is how long it rings, `brightness` from 0 to 1. */
export function pluck(
  excitation: Float32Array,
  length: number,
  hertz: number,
  seconds: number,
  brightness = 0.5,
): Float32Array {
  const period = RATE / hertz;
  const whole = Math.floor(period - 0.5);
  const fraction = period - 0.5 - whole;
  const feedback = 10 ** (-3 / (seconds * hertz));
  const string = new Float32Array(length);
  let last = 0;
  for (let i = 0; i < length; i += 1) {
    const struck = i < whole ? (excitation[i % excitation.length] as number) : 0;
    const near = i >= whole ? (string[i - whole] as number) : 0;
    const far = i > whole ? (string[i - whole - 1] as number) : 0;
    const delayed = near + fraction * (far - near);
    const damped = (0.5 + brightness / 2) * delayed + (0.5 - brightness / 2) * last;
    last = delayed;
    string[i] = struck + feedback * damped;
  }
  return string;
}

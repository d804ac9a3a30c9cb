/** Generated sounds without speech, always the same. 16 kHz mono. */
const RATE = 16_000;
const TAU = 2 * Math.PI;

type Random = () => number;
export type Clip = { name: string; samples: Float32Array };

/** Uniform from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(TAU * random());

function make(seconds: number, at: (t: number, i: number) => number, peak = 0.5): Float32Array {
  const raw = Float32Array.from({ length: Math.round(seconds * RATE) }, (_, i) => at(i / RATE, i));
  const most = raw.reduce((max, x) => Math.max(max, Math.abs(x)), 1e-9);
  return raw.map((x) => (x * peak) / most);
}

export const white = (seconds: number, seed = 1): Float32Array => {
  const random = randomFrom(seed);
  return make(seconds, () => gaussian(random));
};

/** First-order low-passes of white noise, summed: falls by 3 dB an octave. */
export function pink(seconds: number, seed = 2): Float32Array {
  const random = randomFrom(seed);
  const poles = [0.99886, 0.99332, 0.969, 0.8665, 0.55];
  const gains = [0.0555, 0.075, 0.1538, 0.3104, 0.5329];
  const states = poles.map(() => 0);
  return make(seconds, () => {
    const noise = gaussian(random);
    return poles.reduce((sum, pole, i) => {
      states[i] = pole * (states[i] ?? 0) + (gains[i] ?? 0) * noise;
      return sum + (states[i] ?? 0);
    }, 0.1 * noise);
  });
}

function brown(seconds: number, seed: number): Float32Array {
  const random = randomFrom(seed);
  let level = 0;
  return make(seconds, () => {
    level = 0.999 * level + gaussian(random);
    return level;
  });
}

function blue(seconds: number, seed: number): Float32Array {
  const random = randomFrom(seed);
  let before = 0;
  return make(seconds, () => {
    const now = gaussian(random);
    const out = now - before;
    before = now;
    return out;
  });
}

/** Short noisy events at random times over a bed of noise. */
function events(
  seconds: number,
  options: { seed: number; perSecond: number; decayMs: number; bed: number; tonalHz?: [number, number] },
): Float32Array {
  const random = randomFrom(options.seed);
  const total = Math.round(seconds * RATE);
  const out = new Float32Array(total);
  const decay = Math.exp(-1 / ((options.decayMs / 1_000) * RATE));
  for (let n = 0; n < seconds * options.perSecond; n += 1) {
    const at = Math.floor(random() * total);
    const level = random() ** 2;
    const [low, high] = options.tonalHz ?? [0, 0];
    const hz = low + random() * (high - low);
    let envelope = level;
    for (let i = at; i < total && envelope > 1e-3; i += 1) {
      const carrier = hz > 0 ? Math.sin((TAU * hz * (i - at)) / RATE) : gaussian(random);
      out[i] = (out[i] ?? 0) + envelope * carrier;
      envelope *= decay;
    }
  }
  return make(seconds, (_, i) => (out[i] ?? 0) + options.bed * gaussian(random));
}

export const rain = (seconds: number, seed = 3): Float32Array =>
  events(seconds, { seed, perSecond: 400, decayMs: 2, bed: 0.15, tonalHz: [1_500, 6_000] });
const applause = (seconds: number, seed = 4, perSecond = 60): Float32Array =>
  events(seconds, { seed, perSecond, decayMs: 8, bed: 0.01 });

type Note = { at: number; hz: number; seconds: number; level?: number };
type Timbre = { harmonics: number[]; attack: number; decay: number; vibrato?: number };

const ORGAN: Timbre = { harmonics: [1, 0.6, 0.5, 0.3, 0.2, 0.1], attack: 0.02, decay: 0 };
const PLUCKED: Timbre = { harmonics: [1, 0.5, 0.33, 0.25, 0.2, 0.16, 0.12], attack: 0.003, decay: 4 };
const STRINGS: Timbre = { harmonics: [1, 0.7, 0.5, 0.4, 0.3, 0.25, 0.2], attack: 0.15, decay: 0, vibrato: 5 };
const FLUTE: Timbre = { harmonics: [1, 0.2, 0.08], attack: 0.06, decay: 0, vibrato: 4.5 };
const BRASS: Timbre = { harmonics: [1, 0.9, 0.8, 0.7, 0.55, 0.4, 0.3, 0.2], attack: 0.05, decay: 0.4 };

function play(seconds: number, notes: readonly Note[], timbre: Timbre): Float32Array {
  const out = new Float32Array(Math.round(seconds * RATE));
  for (const { at, hz, seconds: length, level = 1 } of notes) {
    const first = Math.round(at * RATE);
    const count = Math.min(out.length - first, Math.round(length * RATE));
    for (let i = 0; i < count; i += 1) {
      const t = i / RATE;
      const rise = Math.min(1, t / timbre.attack) * Math.min(1, (length - t) / 0.03);
      const envelope = level * rise * Math.exp(-timbre.decay * t);
      const wobble = timbre.vibrato
        ? (0.006 * Math.sin(TAU * timbre.vibrato * t)) / (TAU * timbre.vibrato)
        : 0;
      const phase = TAU * hz * (t + wobble);
      const tone = timbre.harmonics.reduce((sum, gain, h) => sum + gain * Math.sin(phase * (h + 1)), 0);
      out[first + i] = (out[first + i] ?? 0) + envelope * tone;
    }
  }
  return make(seconds, (_, i) => out[i] ?? 0);
}

const pitch = (semitonesFromA4: number): number => 440 * 2 ** (semitonesFromA4 / 12);
const MINOR = [0, 2, 3, 5, 7, 8, 10];

function melody(seconds: number, seed: number, beat: number, base = -9): Note[] {
  const random = randomFrom(seed);
  return Array.from({ length: Math.ceil(seconds / beat) }, (_, i) => {
    const step = MINOR[Math.floor(random() * MINOR.length)] ?? 0;
    return { at: i * beat, hz: pitch(base + step), seconds: beat * 0.95 };
  });
}

function chords(seconds: number, beat: number, base = -21): Note[] {
  const roots = [0, 5, 7, 3];
  return Array.from({ length: Math.ceil(seconds / beat) }, (_, i) => {
    const root = base + (roots[i % roots.length] ?? 0);
    return [0, 3, 7, 12].map((step) => ({ at: i * beat, hz: pitch(root + step), seconds: beat * 0.98 }));
  }).flat();
}

function drums(seconds: number, seed: number): Float32Array {
  const random = randomFrom(seed);
  return make(seconds, (t) => {
    const beat = t % 0.5;
    const hat = t % 0.25;
    const kick = Math.sin(TAU * (50 + 80 * Math.exp(-30 * beat)) * beat) * Math.exp(-12 * beat);
    const snare = (t + 0.5) % 1 < 0.5 ? gaussian(random) * Math.exp(-25 * beat) : 0;
    return kick + 0.6 * snare + 0.2 * gaussian(random) * Math.exp(-80 * hat);
  });
}

export function mix(...parts: readonly Float32Array[]): Float32Array {
  const length = Math.max(...parts.map((part) => part.length));
  return make(length / RATE, (_, i) => parts.reduce((sum, part) => sum + (part[i] ?? 0), 0));
}

const DTMF_ROWS = [697, 770, 852, 941];
const DTMF_COLUMNS = [1_209, 1_336, 1_477];

function dtmf(seconds: number, seed: number): Float32Array {
  const random = randomFrom(seed);
  const keys = Array.from({ length: Math.ceil(seconds / 0.3) }, () => [
    DTMF_ROWS[Math.floor(random() * 4)] ?? 697,
    DTMF_COLUMNS[Math.floor(random() * 3)] ?? 1_209,
  ]);
  return make(seconds, (t) => {
    const [low = 697, high = 1_209] = keys[Math.floor(t / 0.3)] ?? [];
    return t % 0.3 < 0.2 ? Math.sin(TAU * low * t) + Math.sin(TAU * high * t) : 0;
  });
}

const sine = (seconds: number, hz: number): Float32Array => make(seconds, (t) => Math.sin(TAU * hz * t));
const chirp = (seconds: number, from: number, to: number): Float32Array =>
  make(seconds, (t) => Math.sin(TAU * (from * t + ((to - from) * t * t) / (2 * seconds))));

/** Sounds that are known to fool recognisers, and other sounds that a microphone records. */
export function clipsWithoutSpeech(): Clip[] {
  const list: [string, Float32Array][] = [
    ['digital silence', new Float32Array(3 * RATE)],
    ['near silence', white(3, 11).map((x) => x * 0.001)],
    ['100 Hz', sine(3, 100)],
    ['440 Hz', sine(3, 440)],
    ['1 kHz', sine(3, 1_000)],
    ['4 kHz', sine(3, 4_000)],
    ['square 220 Hz', make(3, (t) => Math.sign(Math.sin(TAU * 220 * t)))],
    ['sawtooth 120 Hz', make(3, (t) => ((t * 120) % 1) - 0.5)],
    ['tremolo', make(3, (t) => Math.sin(TAU * 300 * t) * (1 + Math.sin(TAU * 4 * t)))],
    ['siren', make(4, (t) => Math.sin(TAU * (700 * t - (300 / (TAU * 0.5)) * Math.cos(TAU * 0.5 * t))))],
    ['chirp up', chirp(3, 100, 6_000)],
    ['chirp down', chirp(3, 4_000, 80)],
    ['white noise', white(4)],
    ['quiet white noise', white(4, 12).map((x) => x * 0.03)],
    ['pink noise', pink(4)],
    ['brown noise', brown(4, 13)],
    ['blue noise', blue(4, 14)],
    ['gusts of wind', mulled(brown(5, 15), (t) => 0.3 + 0.7 * Math.sin(TAU * 0.4 * t) ** 2)],
    ['waves', mulled(pink(6, 16), (t) => 0.1 + 0.9 * Math.sin(TAU * 0.2 * t) ** 4)],
    ['noise at the pace of syllables', mulled(pink(4, 17), (t) => Math.max(0, Math.sin(TAU * 4 * t)) ** 0.5)],
    ['rain', rain(4)],
    ['heavy rain', rain(6, 19)],
    ['applause', applause(4)],
    ['big applause', applause(6, 18, 400)],
    ['slow clapping', applause(4, 21, 3)],
    [
      'mains hum',
      make(3, (t) => [50, 100, 150, 250, 350].reduce((s, f, i) => s + Math.sin(TAU * f * t) / (i + 1), 0)),
    ],
    ['clicks', make(3, (_, i) => (i % 4_000 < 20 ? 1 : 0))],
    ['keyboard', events(4, { seed: 22, perSecond: 8, decayMs: 5, bed: 0.002 })],
    ['dial tone', make(3, (t) => Math.sin(TAU * 350 * t) + Math.sin(TAU * 440 * t))],
    ['busy tone', make(4, (t) => (t % 1 < 0.5 ? Math.sin(TAU * 480 * t) + Math.sin(TAU * 620 * t) : 0))],
    ['dtmf', dtmf(4, 23)],
    ['engine', make(4, (t) => [1, 2, 3, 4, 6].reduce((s, h) => s + Math.sin(TAU * 32 * h * t + h) / h, 0))],
    [
      'birds',
      make(4, (t) => (t % 0.4 < 0.15 ? Math.sin(TAU * (3_000 + 800 * Math.sin(TAU * 25 * t)) * t) : 0)),
    ],
    ['organ', play(6, chords(6, 1), ORGAN)],
    ['guitar', play(6, melody(6, 31, 0.25), PLUCKED)],
    ['strings', play(6, chords(6, 1.5, -14), STRINGS)],
    ['flute', play(6, melody(6, 32, 0.5, 0), FLUTE)],
    ['brass', play(6, melody(6, 33, 0.4, -12), BRASS)],
    ['drums', drums(5, 34)],
    ['band', mix(play(8, melody(8, 35, 0.25), PLUCKED), play(8, chords(8, 1), ORGAN), drums(8, 36))],
    ['slow bass line', play(6, melody(6, 37, 0.6, -33), BRASS)],
  ];
  return list.map(([name, samples]) => ({ name, samples }));
}

function mulled(samples: Float32Array, gain: (t: number) => number): Float32Array {
  return samples.map((x, i) => x * gain(i / RATE));
}

const RATE = 16_000;
const BREADTH_HZ = 80;

/** A sustained synthetic vowel, made of pulses and resonances, whose pitch wavers as a person's does. 16 kHz. */
export function vowel({
  formants,
  pitchHz = 120,
  seconds = 1,
}: {
  formants: readonly number[];
  pitchHz?: number;
  seconds?: number;
}): Float32Array {
  const source = new Float64Array(seconds * RATE);
  for (let at = 0; at < source.length; ) {
    source[Math.floor(at)] = 1;
    at += RATE / (pitchHz * (1 + 0.03 * Math.sin((20 * at) / RATE)));
  }
  const voice = formants.reduce(resonating, smoothed(source));
  const loudest = voice.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return Float32Array.from(voice, (value) => (0.5 * value) / loudest);
}

/** Glottal pulses lose their high frequencies. */
function smoothed(source: Float64Array): Float64Array {
  let before = 0;
  return source.map((value) => {
    before = value + 0.95 * before;
    return before;
  });
}

function resonating(sound: Float64Array, hertz: number): Float64Array {
  const radius = Math.exp((-Math.PI * BREADTH_HZ) / RATE);
  const turn = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
  let one = 0;
  let two = 0;
  return sound.map((value) => {
    [one, two] = [value + turn * one - radius * radius * two, one];
    return one;
  });
}

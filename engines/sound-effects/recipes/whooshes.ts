import { between } from '../../dsp/index.ts';
import { glides, lines, strike, swell } from '../blocks/curves.ts';
import { bandPass, highPass, lowPass } from '../blocks/filters.ts';
import { pinkNoise, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  addStereo,
  driven,
  type Stereo,
  samplesIn,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { thump } from '../blocks/strikes.ts';
import { driftingSaws, fm, saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';

/** Something moves past: the pitch of the air follows its speed. */
export function whoosh(
  { length, chance, size, speed }: Scene,
  { low = 350, high = 2_600, peak = 0.45, body = 0.5, q = 1.1, seconds = 0.9 } = {},
): Stereo {
  const n = Math.min(length, samplesIn((seconds * size ** 0.4) / speed));
  const shape = swell(n, peak, 2.6);
  const direction = chance() < 0.5 ? -1 : 1;
  const centre = shape.map((x) => (low + (high - low) * x * x) / size ** 0.6);
  const air = bandPass(pinkNoise(n, chance), centre, q);
  addAt(
    air,
    bandPass(
      whiteNoise(n, chance),
      centre.map((hertz) => 2.3 * hertz),
      1.6,
    ),
    0,
    0.35,
  );
  addAt(
    air,
    lowPass(
      pinkNoise(n, chance),
      centre.map((hertz) => hertz * 0.4),
    ),
    0,
    body * size ** 0.5,
  );
  times(air, shape);
  const sound = silentStereo(length);
  for (let i = 0; i < n; i += 1) {
    const angle = (Math.PI / 4) * (1 + 0.8 * direction * ((2 * i) / n - 1));
    sound.left[i] = (air[i] as number) * Math.cos(angle);
    sound.right[i] = (air[i] as number) * Math.sin(angle);
  }
  return sound;
}

/** Tension that grows: detuned saws and noise, all rising, cut off at the top. */
export function riser({ length, chance, intensity }: Scene): Stereo {
  const end = length - samplesIn(0.05);
  const level = lines(length, [0, 0.02, 0.5, 0.25, end / length, 1, 1, 0]);
  return wide(() => {
    const pitch = glides(length, [0, 110, 1, 880 * between(chance, 0.99, 1.01)]);
    const tone = saw(length, pitch, chance());
    for (const ratio of [1.006, 0.994, 1.5, 2.01])
      addAt(
        tone,
        saw(
          length,
          pitch.map((hertz) => hertz * ratio),
          chance(),
        ),
        0,
        0.6,
      );
    lowPass(tone, glides(length, [0, 250, 1, 9_000]), 1.4);
    const noise = bandPass(whiteNoise(length, chance), glides(length, [0, 300, 1, 7_500]), 1);
    addAt(times(tone, 0.28), noise, 0, 0.6 + 0.8 * intensity);
    const beat = glides(length, [0, 3, 1, 22]);
    const tremor = sine(length, beat).map((x) => 0.72 + 0.28 * x);
    return times(times(tone, tremor), level);
  });
}

export function downlifter({ length, chance }: Scene): Stereo {
  return wide(() => {
    const noise = bandPass(whiteNoise(length, chance), glides(length, [0, 8_000, 1, 120]), 0.9);
    addAt(noise, saw(length, glides(length, [0, 700, 1, 45]), chance()), 0, 0.18);
    return times(lowPass(noise, glides(length, [0, 12_000, 1, 300])), lines(length, [0, 1, 0.1, 0.9, 1, 0]));
  });
}

/** A bass that falls away under everything. */
export function bassDrop({ length, chance, size }: Scene): Stereo {
  const n = Math.min(length, samplesIn(3));
  const tone = times(
    sine(n, glides(n, [0, 160 / size, 0.15, 70 / size, 1, 26])),
    lines(n, [0, 1, 0.6, 0.7, 1, 0]),
  );
  driven(tone, 2);
  const sound = silentStereo(length);
  addPanned(sound, tone, 0, 1);
  const hit = samplesIn(0.3);
  addStereo(
    sound,
    wide(() => times(lowPass(whiteNoise(hit, chance), 2_500), strike(hit, 0.001, 0.25))),
    0,
    0.35,
  );
  return sound;
}

/** The hit of a trailer: a drum as large as a house. */
export function boom({ length, chance, size }: Scene): Stereo {
  const sound = silentStereo(length);
  const n = Math.min(length, samplesIn(3.5));
  addPanned(sound, thump(40 / size ** 0.3, 0.9), 0, 1.6);
  addPanned(sound, thump(78, 0.16), 0, 0.9);
  addStereo(
    sound,
    wide(() =>
      times(lowPass(pinkNoise(n, chance), glides(n, [0, 3_000, 0.08, 500, 1, 90])), strike(n, 0.002, 2.2)),
    ),
    0,
    1.4,
  );
  return { left: driven(sound.left, 1.5), right: driven(sound.right, 1.5) };
}

/** Low brass, all at once: saws that open and bite. */
export function braam({ length, chance }: Scene): Stereo {
  const n = Math.min(length, samplesIn(3.2));
  const open = lines(n, [0, 120, 0.05, 2_400, 0.35, 1_000, 1, 160]);
  const horns = wide(() => {
    const pitches = [36.7, 55, 73.4, 73.9, 110.3];
    const mix = driftingSaws(n, chance, { pitches, drift: 0.006, perSecond: 4 });
    lowPass(driven(mix, 1.9), open, 1.1);
    return times(mix, lines(n, [0, 0, 0.02, 1, 0.4, 0.75, 1, 0]));
  });
  const sound = silentStereo(length);
  addStereo(sound, horns);
  addPanned(sound, thump(38, 0.7), 0, 0.8);
  return sound;
}

export function reversedCymbal({ length, chance }: Scene): Stereo {
  const end = length - samplesIn(0.03);
  return wide(() => {
    const wash = highPass(whiteNoise(length, chance), 2_500);
    for (let i = 0; i < 6; i += 1)
      addAt(wash, fm(length, between(chance, 2_400, 5_200), between(chance, 1.3, 1.9), 2.5), 0, 0.12);
    for (let i = 0; i < length; i += 1) wash[i] = (wash[i] as number) * (i < end ? (i / end) ** 3.2 : 0);
    return wash;
  });
}

export function stinger(scene: Scene): Stereo {
  const sound = boom({ ...scene, size: 0.6 });
  times(sound.left, 0.5);
  times(sound.right, 0.5);
  const { length, chance } = scene;
  const n = Math.min(length, samplesIn(2.4));
  const chord = wide(() => {
    const mix = new Float32Array(n);
    for (const hertz of [146.8, 220, 293.7, 440])
      addAt(mix, saw(n, hertz * between(chance, 0.997, 1.003), chance()), 0, 0.2);
    return times(lowPass(mix, glides(n, [0, 7_000, 1, 900])), strike(n, 0.004, 2.8));
  });
  addStereo(sound, chord, 0, 3);
  return sound;
}

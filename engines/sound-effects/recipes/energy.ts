import { between } from '../../dsp/index.ts';
import { glides, lines, strike, sway, wander } from '../blocks/curves.ts';
import { bandPass, lowPass } from '../blocks/filters.ts';
import { pinkNoise, whiteNoise } from '../blocks/noise.ts';
import { addAt, type Stereo, samplesIn, silentStereo, times, wide } from '../blocks/signal.ts';
import { fm, pulse, saw, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { repeated } from './impacts.ts';

export function laser(scene: Scene): Stereo {
  const { chance, size } = scene;
  return repeated(scene, 1, 0.22, () => {
    const n = samplesIn(0.3 * size ** 0.4);
    const top = between(chance, 2_600, 3_600) / size;
    const pitch = glides(n, [0, top, 0.25, 0.3 * top, 1, 0.05 * top]);
    const beam = fm(
      n,
      pitch,
      1.41,
      strike(n, 0, 0.25).map((x) => 3 * x),
    );
    addAt(beam, saw(n, pitch), 0, 0.35);
    return times(lowPass(beam, 11_000), strike(n, 0.001, 0.32 * size ** 0.4));
  });
}

export function field({ length, chance, speed, size }: Scene, { hertz = 92, throb = 6 } = {}): Stereo {
  return wide(() => {
    const pitch = wander(length, chance, 1, [(hertz * 0.99) / size, (hertz * 1.01) / size]);
    const hum = fm(length, pitch, 2, sway(length, throb * speed, [0.6, 2.4], 6 * chance()));
    addAt(
      hum,
      saw(
        length,
        pitch.map((x) => x * 1.005),
        chance(),
      ),
      0,
      0.3,
    );
    addAt(hum, bandPass(whiteNoise(length, chance), sway(length, 0.6, [1_200, 3_200]), 4), 0, 0.12);
    return times(lowPass(hum, 4_200), sway(length, throb * speed, [0.65, 1]));
  });
}

export function power({ length, chance }: Scene, up: boolean): Stereo {
  const n = Math.min(length, samplesIn(1.9));
  const path = up ? ([0, 50, 0.8, 620, 1, 640] as const) : ([0, 620, 0.2, 520, 1, 32] as const);
  const pitch = glides(n, path);
  const sound = silentStereo(length);
  const machine = wide(() => {
    const whine = saw(
      n,
      pitch.map((hertz) => hertz * between(chance, 0.998, 1.002)),
      chance(),
    );
    addAt(
      whine,
      sine(
        n,
        pitch.map((hertz) => 4.02 * hertz),
      ),
      0,
      0.3,
    );
    lowPass(
      whine,
      pitch.map((hertz) => 6 * hertz),
    );
    addAt(
      whine,
      bandPass(
        pinkNoise(n, chance),
        pitch.map((hertz) => 8 * hertz),
        2,
      ),
      0,
      0.4,
    );
    return times(
      whine,
      up ? lines(n, [0, 0, 0.7, 1, 0.9, 0.8, 1, 0]) : lines(n, [0, 0, 0.03, 1, 0.6, 0.7, 1, 0]),
    );
  });
  addAt(sound.left, machine.left, 0);
  addAt(sound.right, machine.right, 0);
  return sound;
}

/** Voltage that finds its way: arcs in bursts over a mains hum. */
export function arcs({ length, chance, intensity }: Scene): Stereo {
  return wide(() => {
    const noise = whiteNoise(length, chance);
    const gate = pulse(length, 100, 0.35);
    const bursts = wander(length, chance, 13, [-1.1 + 0.9 * intensity, 1]);
    for (let i = 0; i < length; i += 1)
      noise[i] =
        (noise[i] as number) * Math.max(0, bursts[i] as number) ** 2 * ((gate[i] as number) > 0 ? 1 : 0.12);
    const sound = bandPass(noise, wander(length, chance, 8, [2_200, 6_000]), 0.6);
    addAt(sound, lowPass(saw(length, 100), 900), 0, 0.06);
    return sound;
  });
}

import { between } from '../../dsp/index.ts';
import { glides, lines, sway, swell, wander } from '../blocks/curves.ts';
import { bandPass, lowPass } from '../blocks/filters.ts';
import { brownNoise, pinkNoise, whiteNoise } from '../blocks/noise.ts';
import {
  addAt,
  addPanned,
  centred,
  driven,
  type Stereo,
  samplesIn,
  silence,
  silentStereo,
  times,
  wide,
} from '../blocks/signal.ts';
import { driftingSaws, fm, sine } from '../blocks/tones.ts';
import type { Scene } from '../kind.ts';
import { hertzOf } from './interface.ts';

/** Small bells that gather, rise and are gone. */
export function teleport({ length, chance }: Scene): Stereo {
  const sound = silentStereo(length);
  const n = Math.min(length, samplesIn(2.2));
  for (let i = 0; i < 90; i += 1) {
    const place = chance() ** 0.8;
    const tone = samplesIn(0.25);
    const hertz = hertzOf(72 + 3 * Math.floor(9 * chance()) + Math.round(14 * place));
    addPanned(
      sound,
      times(fm(tone, hertz, 2.01, 1.2), swell(tone, 0.2, 1.5)),
      Math.floor(0.85 * n * place),
      0.12,
      between(chance, -1, 1),
    );
  }
  const sweep = wide(() =>
    times(bandPass(whiteNoise(n, chance), glides(n, [0, 400, 0.8, 6_500, 1, 2_000]), 2), swell(n, 0.75, 2)),
  );
  addAt(sound.left, sweep.left, 0, 0.8);
  addAt(sound.right, sweep.right, 0, 0.8);
  return sound;
}

export function robot({ length, chance, speed }: Scene): Stereo {
  const sound = silence(length / 44_100);
  for (let at = samplesIn(0.02); at < length - samplesIn(0.1); ) {
    const seconds = between(chance, 0.05, 0.2) / speed;
    const n = samplesIn(seconds);
    const from = between(chance, 500, 2_600);
    const to = between(chance, 500, 2_600);
    const chirp =
      chance() < 0.5
        ? fm(n, glides(n, [0, from, 1, to]), 1.5, 1.4)
        : sine(n, glides(n, [0, from, 0.5, to, 1, from]));
    addAt(sound, times(chirp, lines(n, [0, 0, 0.08, 1, 0.8, 0.9, 1, 0])), at, 0.8);
    at += n + samplesIn(chance() < 0.25 ? 0.14 : 0.02);
  }
  return centred(sound);
}

export function spaceship({ length, chance, size }: Scene): Stereo {
  return wide(() => {
    const pitches = [41, 61.7, 82.6, 123].map((hertz) => hertz / size);
    const drone = driftingSaws(length, chance, { pitches, drift: 0.004, perSecond: 0.5 });
    lowPass(drone, wander(length, chance, 0.4, [180, 420]));
    addAt(drone, lowPass(brownNoise(length, chance), 160), 0, 0.8);
    addAt(drone, bandPass(pinkNoise(length, chance), 900, 0.5), 0, 0.05);
    return drone;
  });
}

export function warp({ length, chance }: Scene): Stereo {
  const n = Math.min(length, samplesIn(2.6));
  const sound = silentStereo(length);
  const jump = wide(() => {
    const rise = glides(n, [0, 60, 0.62, 1_900, 0.66, 90, 1, 30]);
    const tone = fm(n, rise, 0.5, 2.5);
    addAt(
      tone,
      bandPass(
        whiteNoise(n, chance),
        rise.map((hertz) => 3 * hertz),
        1.2,
      ),
      0,
      0.9,
    );
    return driven(times(tone, lines(n, [0, 0.05, 0.6, 0.9, 0.64, 1, 1, 0])), 1.6);
  });
  addAt(sound.left, jump.left, 0);
  addAt(sound.right, jump.right, 0);
  return sound;
}

export function scanner({ length, speed }: Scene): Stereo {
  const pitch = sway(length, 0.8 * speed, [700, 1_900]);
  const beam = fm(length, pitch, 1.5, 0.8);
  return centred(times(lowPass(beam, 5_000), sway(length, 16 * speed, [0.15, 1])));
}

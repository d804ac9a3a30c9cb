import { integratedLoudness, toDecibels, truePeak } from '../../engines/dsp/index.ts';
import type { Key } from '../../engines/music/index.ts';
import { SAMPLE_RATE } from '../../engines/music/performance/stereo.ts';
import { edgesOf } from './music-edges.ts';
import { type Measured, measure } from './music-features.ts';
import type { Order, Studio, Take } from './music-studio.ts';
import { drawSpectrogram, type Picture } from './spectrogram.ts';

export type Heard = Measured &
  Levels & {
    /** This was played, and measurements are compared with it. */
    played: { bpm: number; key: Key };
    frames: number;
    edges: ReturnType<typeof edgesOf>;
    picture: Picture;
  };
export type Listener = (order: Order) => Heard;
export type Levels = { lufs: number; truePeakDb: number };

/** Remembers what it heard, because several steps ask for the same pieces. */
export function createListener(play: Studio): Listener {
  const known = new Map<string, Heard>();
  return (order) => {
    const name = JSON.stringify(order);
    const heard = known.get(name) ?? listenTo(play(order));
    known.set(name, heard);
    return heard;
  };
}

function listenTo(take: Take): Heard {
  const { left, right, mono, score } = take;
  return {
    ...measure(left, right, mono, SAMPLE_RATE),
    ...levelsOf(take),
    played: { bpm: score.bpm, key: score.key },
    frames: left.length,
    edges: edgesOf([left, right]),
    picture: drawSpectrogram(mono, SAMPLE_RATE, 150, 90),
  };
}

export function levelsOf({ left, right }: Take): Levels {
  return {
    lufs: integratedLoudness([left, right], SAMPLE_RATE),
    truePeakDb: toDecibels(truePeak([left, right])),
  };
}

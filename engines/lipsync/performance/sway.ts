import { between, type Chance } from '../../dsp/index.ts';

/** Slow movement that does not repeat within a video: about −1 to 1. */
export type Sway = (seconds: number) => number;

const HERTZ = [0.07, 0.16, 0.29, 0.47];
const AMPLITUDES = [0.4, 0.3, 0.2, 0.1];

export function createSway(chance: Chance): Sway {
  const waves = HERTZ.map((hertz, i) => ({
    turns: 2 * Math.PI * hertz * between(chance, 0.85, 1.15),
    phase: 2 * Math.PI * chance(),
    amplitude: AMPLITUDES[i] ?? 0,
  }));
  return (seconds) => {
    let sum = 0;
    for (const { turns, phase, amplitude } of waves) sum += amplitude * Math.sin(turns * seconds + phase);
    return sum;
  };
}

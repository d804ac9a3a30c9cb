import type { PhraseName } from './score.ts';

export const ENERGY_CURVES = ['steady', 'build', 'fade', 'wave'] as const;
export type EnergyCurve = (typeof ENERGY_CURVES)[number];

const LIFTS: Record<PhraseName, number> = {
  intro: -0.3,
  statement: -0.05,
  variation: 0.05,
  contrast: 0.1,
  return: 0.2,
  ending: 0.1,
};

/** `place` goes from 0 to 1. */
export function energyAt(place: number, phrase: PhraseName, curve: EnergyCurve, intensity: number): number {
  const shape = {
    steady: 0.25 * LIFTS[phrase],
    build: 0.4 * place - 0.2 + LIFTS[phrase],
    fade: 0.25 - 0.5 * place,
    wave: 0.15 * Math.sin(2 * Math.PI * (place - 0.15)) + 0.6 * LIFTS[phrase],
  }[curve];
  return Math.min(1, Math.max(0.05, intensity + shape));
}

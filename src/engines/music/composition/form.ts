import type { Bar, SectionName } from './score.ts';

export const ENERGY_CURVES = ['steady', 'build', 'fade', 'wave'] as const;
export type EnergyCurve = (typeof ENERGY_CURVES)[number];

/** How far a tempo may be from the wanted one for the bars to come out even. */
const MOST_STRETCH = 0.03;

export type Fit = { bpm: number; bars: number };

/**
 * The tempo at which whole bars fill the seconds. A genre leaves its tempo free within a range; a tempo that was asked
 * for may give by three percent. If that is not enough, the last chord rings on until the end.
 */
export function fitTempo(
  seconds: number,
  beatsPerBar: number,
  { bpm, range }: { bpm: number; range: readonly [number, number] | null },
): Fit {
  const exact = (seconds * bpm) / (60 * beatsPerBar);
  const candidates = [Math.floor(exact), Math.ceil(exact)].filter((bars) => bars > 0);
  const fits = candidates
    .map((bars) => ({ bars, bpm: (bars * beatsPerBar * 60) / seconds }))
    .filter((fit) => (range ? fit.bpm >= range[0] && fit.bpm <= range[1] : isNear(fit.bpm, bpm)))
    .sort((a, b) => Math.abs(a.bpm - bpm) - Math.abs(b.bpm - bpm));
  return fits[0] ?? { bpm, bars: Math.max(1, Math.floor(exact)) };
}

/** For a loop, where nothing can ring on: whole bars, or else whole beats with a short last bar. */
export function fitLoop(
  seconds: number,
  beatsPerBar: number,
  wanted: { bpm: number; range: readonly [number, number] | null },
): Fit & { beats: number } {
  const fit = fitTempo(seconds, beatsPerBar, wanted);
  const beats = Math.max(1, Math.round((seconds * fit.bpm) / 60));
  const isEven = Math.abs(fit.bars * beatsPerBar - (seconds * fit.bpm) / 60) < 1e-9;
  if (isEven) return { ...fit, beats: fit.bars * beatsPerBar };
  return { bpm: (beats * 60) / seconds, bars: Math.ceil(beats / beatsPerBar), beats };
}

function isNear(bpm: number, wanted: number): boolean {
  return Math.abs(bpm / wanted - 1) <= MOST_STRETCH + 1e-9;
}

/** Sections of two bars, by how many there are. More of them repeat the middle. */
const MIDDLES: readonly SectionName[] = ['variation', 'contrast', 'variation'];

export function planBars(count: number, curve: EnergyCurve, intensity: number, isLoop: boolean): Bar[] {
  const names = isLoop ? bodyOf(count) : sectionsOf(count);
  return names.map((section, index) => ({
    section,
    energy: energyAt(index / Math.max(1, count - 1), section, curve, intensity),
    opens: index === 0 || names[index - 1] !== section || isSecondPair(names, index),
    closes: names[index + 1] !== section || isSecondPair(names, index + 1),
  }));
}

function sectionsOf(count: number): SectionName[] {
  if (count === 1) return ['ending'];
  const intro = introBars(count);
  return [...Array<SectionName>(intro).fill('intro'), ...bodyOf(count - 1 - intro), 'ending'];
}

function introBars(count: number): number {
  if (count < 6) return 0;
  // An odd bar belongs to the introduction, so that the sections have two bars each.
  return (count - 1) % 2 === 1 ? 1 : 2;
}

function bodyOf(bars: number): SectionName[] {
  const pairs = Math.ceil(bars / 2);
  const names = Array.from({ length: pairs }, (_, index): SectionName => {
    if (index === 0) return 'statement';
    if (index === pairs - 1) return 'return';
    return MIDDLES[(index - 1) % MIDDLES.length] ?? 'variation';
  });
  return names.flatMap((name) => [name, name]).slice(0, bars);
}

function isSecondPair(names: readonly SectionName[], index: number): boolean {
  const first = names.indexOf('statement');
  return names[index] !== 'intro' && index < names.length && first >= 0 && (index - first) % 2 === 0;
}

const LIFTS: Record<SectionName, number> = {
  intro: -0.3,
  statement: -0.05,
  variation: 0.05,
  contrast: 0.1,
  return: 0.2,
  ending: 0.1,
};

function energyAt(place: number, section: SectionName, curve: EnergyCurve, intensity: number): number {
  const shape = {
    steady: 0.25 * LIFTS[section],
    build: 0.4 * place - 0.2 + LIFTS[section],
    fade: 0.25 - 0.5 * place,
    wave: 0.15 * Math.sin(2 * Math.PI * (place - 0.15)) + 0.6 * LIFTS[section],
  }[curve];
  return Math.min(1, Math.max(0.05, intensity + shape));
}

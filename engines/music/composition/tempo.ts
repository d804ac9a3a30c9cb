import { TempoDoesNotFit } from '../errors.ts';
import { PIECE_SECONDS } from '../plan.ts';
import { bendTempo } from './bend.ts';
import type { Metre } from './metre.ts';
import type { Span, Timeline } from './timeline.ts';

/** How far the tempo of a section may be from that of the piece for the bars to come out even. */
const MOST_STRETCH = 0.03;
/** Few: the search runs while a caller waits. */
const RANGE_STEPS = 16;
const RINGING = 0.5;
const SHORT_BAR = 1;
const CUT = 3;

export type TempoWish = {
  bpm: number;
  /** Null if exactly this tempo was asked for. */
  range: readonly [number, number] | null;
};

export type Fit = { bpm: number; spans: readonly Span[]; timeline: Timeline };

type Request = {
  /** Seconds of each section. */
  lengths: readonly number[];
  hitPoints: readonly number[];
  metre: Metre;
  isLoop: boolean;
};

type FittedSpan = Span & { cost: number };

/**
 * The tempo at which whole bars fill every section. A genre leaves its tempo free within a range, and sections may be
 * three percent from it. Where no whole bars fit, the last bar of a section is shorter; the last chord of the piece
 * lasts until the end. A tempo that was asked for is kept, except by a loop, which may give by three percent.
 */
export function fitTempo(request: Request, { bpm, range }: TempoWish): Fit {
  const stretch = range || request.isLoop ? MOST_STRETCH : 0;
  const bases = range ? [bpm, ...evenTempos(request, range), ...tempos(range)] : [bpm];
  const fits = bases.map((base) => {
    const spans = request.lengths.map((_, index) => fitSpan(request, index, base, stretch));
    if (request.isLoop && !range && spans.some(({ cost }) => cost >= CUT))
      throw new TempoDoesNotFit(bpm, loopLengths(request, bpm));
    const { timeline, cost } = bendTempo(spans, request.hitPoints, request.metre, { bpm: base, stretch });
    const far = Math.abs(Math.log(base / bpm));
    return { spans, timeline, cost: far + cost + spans.reduce((sum, span) => sum + span.cost, 0) };
  });
  const { spans, timeline } = fits.reduce((a, b) => (b.cost < a.cost - 1e-9 ? b : a));
  const seconds = spans.reduce((sum, span) => sum + span.seconds, 0);
  const beats = spans.reduce((sum, span) => sum + span.beats, 0);
  return { bpm: stretch === 0 ? bpm : (beats * 60) / seconds, spans, timeline };
}

/** Lists lengths near the asked one, in whole seconds. It names none for several sections. */
function loopLengths(request: Request, bpm: number): number[] {
  const [shortest, longest] = PIECE_SECONDS;
  const [asked = 0, ...others] = request.lengths;
  if (others.length > 0) return [];
  return Array.from({ length: longest - shortest + 1 }, (_, i) => shortest + i)
    .filter((seconds) => fitSpan({ ...request, lengths: [seconds] }, 0, bpm, MOST_STRETCH).cost < CUT)
    .sort((a, b) => Math.abs(a - asked) - Math.abs(b - asked))
    .slice(0, 3)
    .sort((a, b) => a - b);
}

function evenTempos({ lengths, metre }: Request, [low, high]: readonly [number, number]): number[] {
  return lengths.flatMap((seconds) => {
    const tempoOf = (bars: number) => (bars * metre.beats * 60) / seconds;
    const least = Math.ceil(low / tempoOf(1) - 1e-9);
    const most = Math.floor(high / tempoOf(1) + 1e-9);
    return Array.from({ length: Math.max(0, most - least + 1) }, (_, i) => tempoOf(least + i));
  });
}

function tempos([low, high]: readonly [number, number]): number[] {
  return Array.from({ length: RANGE_STEPS + 1 }, (_, i) => low + ((high - low) * i) / RANGE_STEPS);
}

function fitSpan(
  { lengths, metre, isLoop }: Request,
  index: number,
  bpm: number,
  stretch: number,
): FittedSpan {
  const seconds = lengths[index] ?? 0;
  const exact = (seconds * bpm) / 60;
  const bars = Math.max(1, Math.round(exact / metre.beats));
  const farOf = (beats: number) => Math.abs(beats / exact - 1);
  const spanOf = (beats: number, cost: number) => ({
    seconds,
    beats,
    bars: barsOf(beats, metre.beats),
    cost,
  });
  const even = bars * metre.beats;
  if (farOf(even) <= stretch + 1e-9) return spanOf(even, farOf(even));
  if (!isLoop && index === lengths.length - 1)
    // The last bar is half as long at least, half as long again at most.
    return {
      ...spanOf(exact, RINGING),
      bars: [...full(bars - 1, metre.beats), exact - (bars - 1) * metre.beats],
    };
  const beats = Math.max(1, Math.round(exact));
  if (farOf(beats) <= stretch + 1e-9) return spanOf(beats, SHORT_BAR + farOf(beats));
  return isLoop ? spanOf(beats, CUT + farOf(beats)) : spanOf(exact, CUT);
}

/** Whole bars and a shorter one; a rest of less than a beat lengthens the last bar instead. */
function barsOf(beats: number, beatsPerBar: number): number[] {
  const count = Math.floor(beats / beatsPerBar + 1e-9);
  const rest = beats - count * beatsPerBar;
  if (rest < 1e-6) return full(count, beatsPerBar);
  return count > 0 && rest < 1 - 1e-6
    ? [...full(count - 1, beatsPerBar), beatsPerBar + rest]
    : [...full(count, beatsPerBar), rest];
}

function full(count: number, beatsPerBar: number): number[] {
  return Array<number>(count).fill(beatsPerBar);
}

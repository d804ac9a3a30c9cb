import { meanOf, wordErrorPercent } from './means.ts';
import type { Likeness } from './portrait.ts';
import type { Result, Way } from './results.ts';

/** The result, and whether it meets its target; null without a target. */
export type Finding = { text: string; isMet: boolean | null };

const MIN_COSINE = { instant: 0.62, professional: 0.75 };
const MAX_SECONDS = 30;
const MAX_POINTS = 1;
const MIN_SHARE_NEARER = 0.9;

/** Tells how instant and professional cloning did against their targets, for speakers of one kind. */
export function findingsOf(results: readonly Result[]): Finding[] {
  return (['instant', 'professional'] as const).flatMap((way) => {
    const own = results.filter((result) => result.way === way);
    const pairs = pairsWithPreset(results, way);
    if (pairs.length === 0) return [];
    return [
      cosineOf(pairs, way),
      closer(pairs, { way, by: 'formants', of: ({ formantsPercent }) => formantsPercent, hasTarget: true }),
      closer(pairs, { way, by: 'cepstra', of: ({ cepstra }) => cepstra }),
      closer(pairs, { way, by: 'the encoder', of: ({ encoder }) => -encoder }),
      closer(pairs, { way, by: 'the spectrum above 4 kHz', of: ({ highDb }) => highDb }),
      wordsOf(own, way),
      ...(way === 'instant' ? [secondsOf(own)] : []),
    ];
  });
}

type Pair = { preset: Likeness; voice: Likeness };

function pairsWithPreset(results: readonly Result[], way: Way): Pair[] {
  return results
    .filter((result) => result.way === way)
    .flatMap(({ speaker, likeness }) => {
      const preset = results.find((other) => other.speaker === speaker && other.way === 'preset');
      return preset ? [{ preset: preset.likeness, voice: likeness }] : [];
    });
}

function cosineOf(pairs: readonly Pair[], way: 'instant' | 'professional'): Finding {
  const mean = meanOf(pairs.map(({ voice }) => voice.cosine));
  const preset = meanOf(pairs.map((pair) => pair.preset.cosine));
  const least = MIN_COSINE[way];
  return {
    text: `${way}: mean cosine ${mean.toFixed(3)} over ${pairs.length}, nearest preset ${preset.toFixed(3)}, target ${least}`,
    isMet: mean >= least,
  };
}

type Measure = { way: Way; by: string; of: (likeness: Likeness) => number | null; hasTarget?: boolean };

function closer(pairs: readonly Pair[], { way, by, of, hasTarget = false }: Measure): Finding {
  const known = pairs.flatMap(({ preset, voice }) => {
    const before = of(preset);
    const after = of(voice);
    return before === null || after === null ? [] : [after < before];
  });
  const count = known.filter((isNearer) => isNearer).length;
  const text = `${way}: closer than the nearest preset by ${by} for ${count} of ${known.length}`;
  if (!hasTarget) return { text, isMet: null };
  return { text: `${text}, target 9 of 10`, isMet: count >= MIN_SHARE_NEARER * known.length };
}

function wordsOf(own: readonly Result[], way: Way): Finding {
  const voice = wordErrorPercent(own.map(({ words }) => words));
  const base = wordErrorPercent(own.map(({ baseWords }) => baseWords));
  const points = own.map(({ words, baseWords }) => wordErrorPercent([words]) - wordErrorPercent([baseWords]));
  const most = Math.max(...points).toFixed(1);
  const limit = MAX_POINTS.toFixed(1);
  return {
    text: `${way}: word errors ${voice.toFixed(1)} %, base voices ${base.toFixed(1)} %, at most ${most} points more for one speaker, target ${limit} more overall`,
    isMet: voice - base <= MAX_POINTS,
  };
}

function secondsOf(own: readonly Result[]): Finding {
  const seconds = own.map((result) => result.seconds);
  const longest = Math.max(...seconds);
  return {
    text: `instant: ${meanOf(seconds).toFixed(0)} s, ${longest.toFixed(0)} s at most, target ${MAX_SECONDS} s`,
    isMet: longest <= MAX_SECONDS,
  };
}

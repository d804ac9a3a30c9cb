import { equalErrorRate } from './equal-error-rate.ts';
import { type Likeness, likenessOf, meanStyle, type Portrait, portraitOf } from './portrait.ts';
import type { Speaker } from './speakers.ts';
import type { Studio } from './studio.ts';

export type MeasureAccuracy = {
  measure: string;
  rate: number;
  threshold: number;
  same: number;
  others: number;
};

/** Name of each measure, and its score: higher means more similar. */
const MEASURES: readonly [string, (likeness: Likeness) => number | null][] = [
  ['x-vector, cosine', ({ cosine }) => cosine],
  ['formants, %', ({ formantsPercent }) => -formantsPercent],
  ['cepstra', ({ cepstra }) => -cepstra],
  ['encoder, cosine', ({ encoder }) => encoder],
  ['above 4 kHz, dB', ({ highDb }) => highDb && -highDb],
];

/**
 * Tells how well each measure recognises a person in another recording. It runs before the measures judge our own
 * voices.
 */
export async function verifyMeasures(
  { identity }: Studio,
  people: readonly Speaker[],
): Promise<MeasureAccuracy[]> {
  const mean = meanStyle(await identity.voiceStyles());
  const portraits: { seen: Portrait; unseen: Portrait }[] = [];
  for (const { record } of people) {
    const { seen, unseen } = await record();
    portraits.push({
      seen: await portraitOf(identity, seen),
      unseen: await portraitOf(identity, unseen),
    });
  }
  const pairs = portraits.flatMap(({ seen }, i) =>
    portraits.map(({ unseen }, k) => ({ isSame: i === k, likeness: likenessOf(seen, unseen, mean) })),
  );
  return MEASURES.map(([measure, of]) => {
    const likenesses = (isSame: boolean): number[] =>
      pairs.flatMap((pair) => (pair.isSame === isSame ? (of(pair.likeness) ?? []) : []));
    const same = likenesses(true);
    const others = likenesses(false);
    const { rate, threshold } = equalErrorRate(same, others);
    return { measure, rate, threshold: Math.abs(threshold), same: same.length, others: others.length };
  });
}

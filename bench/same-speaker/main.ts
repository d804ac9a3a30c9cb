/**
 * Measures how well two recordings show that one person speaks in both: `npm run bench:same-speaker [-- --people FOLDER]`.
 * FOLDER caches the recordings, which come from Debian packages. Needs apt and ffmpeg.
 */

import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { createCloningEngine } from '../../engines/voice-cloning/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { equalErrorRate } from '../voices/equal-error-rate.ts';
import { COMPARISONS, type Pair, pairsOf } from './comparisons.ts';
import { openPeople } from './open-people.ts';
import { SPEAKERS } from './people.ts';
import { readSpeaker, type Speaker } from './speakers.ts';

const THRESHOLDS = [0.55, 0.6, 0.64, 0.68, 0.7, 0.73, 0.76, 0.8];
const SHOWN_PAIRS = 12;

const { modelsDir } = parseConfig(process.env);
const folder = await openPeople();
const identity = createCloningEngine({ weights: await findVoiceWeights({ modelsDir }), log: silentLog });
const speakers: Speaker[] = [];
for (const person of SPEAKERS) speakers.push(await readSpeaker(identity, folder, person));
await identity.close();

const cosines = (pairs: readonly Pair[]): number[] => pairs.map(({ cosine }) => cosine).sort((a, b) => a - b);
const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2);
const percent = (share: number): string => `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;
const row = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);
const compared = COMPARISONS.map((comparison) => ({
  name: comparison.name,
  ...pairsOf(comparison, speakers),
}));

console.log(`${describeMachine()}\n${speakers.length} people.\n`);
row([
  '',
  'same: pairs',
  '5 %',
  'median',
  'different: pairs',
  'median',
  '99 %',
  'highest',
  'equal error rate',
  'at',
]);
console.log(`|${'---|'.repeat(10)}`);
for (const { name, ...pairs } of compared) {
  const same = cosines(pairs.same);
  const different = cosines(pairs.different);
  const { rate, threshold } = equalErrorRate(same, different);
  const ofSame = [same.length, quantile(same, 0.05), quantile(same, 0.5)];
  const ofDifferent = [different.length, ...[0.5, 0.99, 1].map((share) => quantile(different, share))];
  row([name, ...ofSame, ...ofDifferent, percent(rate), threshold.toFixed(2)]);
}

console.log('\nThe same person refused / another accepted, by threshold:\n');
row(['', ...THRESHOLDS]);
console.log(`|${'---|'.repeat(THRESHOLDS.length + 1)}`);
for (const { name, same, different } of compared) {
  const refused = (limit: number) => same.filter(({ cosine }) => cosine < limit).length / same.length;
  const accepted = (limit: number) =>
    different.filter(({ cosine }) => cosine >= limit).length / different.length;
  row([name, ...THRESHOLDS.map((limit) => `${percent(refused(limit))} / ${percent(accepted(limit))}`)]);
}

const longest = compared.at(-1);
const named = ({ names: [one, other], cosine }: Pair): string =>
  `${cosine.toFixed(2)} ${one === other ? one : `${one} and ${other}`}`;
const shown = (pairs: Pair[]): string => pairs.slice(0, SHOWN_PAIRS).map(named).join(', ');
console.log(`\nLeast like themselves: ${shown(longest?.same.sort((a, b) => a.cosine - b.cosine) ?? [])}.`);
console.log(`Most like others: ${shown(longest?.different.sort((a, b) => b.cosine - a.cosine) ?? [])}.`);

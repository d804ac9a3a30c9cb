import { meanOf, wordErrorPercent } from './means.ts';
import type { Likeness } from './portrait.ts';
import { type Result, WAYS } from './results.ts';
import { type Finding, findingsOf } from './targets.ts';
import type { MeasureAccuracy } from './verify-measures.ts';

const MISSING = '–';
const COLUMNS: readonly { title: string; of: (likeness: Likeness) => number | null; digits: number }[] = [
  { title: 'x-vector, cosine', of: ({ cosine }) => cosine, digits: 2 },
  { title: 'formants, %', of: ({ formantsPercent }) => formantsPercent, digits: 1 },
  { title: 'cepstra', of: ({ cepstra }) => cepstra, digits: 1 },
  { title: 'encoder, cosine', of: ({ encoder }) => encoder, digits: 2 },
  { title: 'above 4 kHz, dB', of: ({ highDb }) => highDb, digits: 1 },
  { title: 'spectrum, dB', of: ({ spectrumDb }) => spectrumDb, digits: 1 },
];

/** A row for each speaker, one for all of a kind, and the status of the targets. */
export function tableOf(results: readonly Result[]): string {
  const titles = ['speaker', ...COLUMNS.map(({ title }) => title), 'word errors, %', 's', 'CPU-s'];
  const lines = [`| ${titles.join(' | ')} |`, `|${'---|'.repeat(titles.length)}`];
  const findings: string[] = [];
  for (const kind of ['person', 'held-out voice'] as const) {
    const some = results.filter((result) => result.kind === kind);
    const names = [...new Set(some.map(({ speaker }) => speaker))];
    if (names.length === 0) continue;
    const rows = names.map((name) => ({ name, own: some.filter(({ speaker }) => speaker === name) }));
    lines.push(...rows.map(({ name, own }) => rowOf(name, own)));
    lines.push(rowOf(`**${names.length} × ${kind}**`, some));
    findings.push(`\n${names.length} × ${kind}:\n`, ...findingsOf(some).map(lineOf));
  }
  return [...lines, ...findings].join('\n');
}

export function accuracyList(accuracies: readonly MeasureAccuracy[]): string {
  const lines = accuracies.map(
    ({ measure, rate, threshold, same, others }) =>
      `- ${measure}: equal error rate ${(100 * rate).toFixed(1)} % at ${threshold.toFixed(2)} (${same} pairs of the same, ${others} of others)`,
  );
  return ['Same or another person:\n', ...lines].join('\n');
}

/** Values of one speaker, or the means of several; the speakers' own other recordings in brackets. */
function rowOf(name: string, some: readonly Result[]): string {
  const byWay = (cell: (own: readonly Result[]) => string): string =>
    WAYS.map((way) => some.filter((result) => result.way === way))
      .map((own) => (own.length > 0 ? cell(own) : MISSING))
      .join(' / ');
  const likenesses = COLUMNS.map(({ of, digits }) => {
    const mean = (all: readonly Likeness[]): string => {
      const known = all.map(of).filter((value) => value !== null);
      return known.length > 0 ? meanOf(known).toFixed(digits) : MISSING;
    };
    const own = byWay((results) => mean(results.map(({ likeness }) => likeness)));
    return `${own} (${mean(some.map(({ ceiling }) => ceiling))})`;
  });
  const words = byWay((own) => {
    const voice = own.map((result) => result.words);
    const base = own.map(({ baseWords }) => baseWords);
    return `${wordErrorPercent(voice).toFixed(1)} (base ${wordErrorPercent(base).toFixed(1)})`;
  });
  const seconds = byWay((own) => meanOf(own.map((result) => result.seconds)).toFixed(0));
  const cpuSeconds = byWay((own) => {
    const known = own.map((result) => result.cpuSeconds ?? null).filter((value) => value !== null);
    return known.length > 0 ? meanOf(known).toFixed(0) : MISSING;
  });
  return `| ${[name, ...likenesses, words, seconds, cpuSeconds].join(' | ')} |`;
}

function lineOf({ text, isMet }: Finding): string {
  return isMet === null ? `- ${text}` : `- ${text}: **${isMet ? 'met' : 'missed'}**`;
}

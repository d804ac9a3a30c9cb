import type { Section } from '../plan.ts';
import { type EnergyCurve, energyAt } from './energy.ts';
import type { Bar, PhraseName } from './score.ts';
import type { Span } from './timeline.ts';

type Phrase = { name: PhraseName; bars: number };

/** Phrases of two bars, by how many there are. More of them repeat the middle. */
const MIDDLES: readonly PhraseName[] = ['variation', 'contrast', 'variation'];

/** The bars of every section: what each does with the motif, and how much energy it has. */
export function planBars(
  spans: readonly Span[],
  sections: readonly Section[],
  { curve, isLoop }: { curve: EnergyCurve; isLoop: boolean },
): Bar[] {
  const total = spans.reduce((sum, { bars }) => sum + bars.length, 0);
  const bars: Bar[] = [];
  let beat = 0;
  for (const [index, section] of sections.entries()) {
    const lengths = spans[index]?.bars ?? [];
    const first = bars.length;
    for (const { name, bars: count } of phrasesOf(sections, index, lengths.length, isLoop))
      for (let i = 0; i < count; i += 1) {
        const inSection = bars.length - first;
        const place =
          section.energy === null ? bars.length / (total - 1 || 1) : inSection / (lengths.length - 1 || 1);
        const beats = lengths[inSection] ?? 0;
        bars.push({
          beat,
          beats,
          phrase: name,
          section: index,
          key: section.key,
          energy: energyAt(place, name, section.energy ?? curve, section.intensity),
          opens: i === 0,
          closes: i === count - 1,
        });
        beat += beats;
      }
  }
  return bars;
}

function phrasesOf(sections: readonly Section[], index: number, count: number, isLoop: boolean): Phrase[] {
  const isFirst = index === 0;
  const isLast = index === sections.length - 1;
  const endings = isLast && !isLoop ? 1 : 0;
  if (isFirst && isIntroduction(sections)) return [{ name: 'intro', bars: count }];
  const intros = isFirst && !isLoop ? introBars(count - endings) : 0;
  const body = count - endings - intros;
  const names = sections.length === 1 ? wholeForm(body) : sectionForm(mainPhrase(sections, index), body);
  return [
    ...(intros > 0 ? [{ name: 'intro' as const, bars: intros }] : []),
    ...names.map((name, pair) => ({ name, bars: Math.min(2, body - 2 * pair) })),
    ...(endings > 0 ? [{ name: 'ending' as const, bars: endings }] : []),
  ];
}

/** A section that is called so, before others. */
function isIntroduction([first, ...others]: readonly Section[]): boolean {
  return others.length > 0 && /\bintro/iu.test(first?.name ?? '');
}

function introBars(count: number): number {
  if (count < 5) return 0;
  // An odd bar belongs to the introduction, so that the phrases have two bars each.
  return count % 2 === 1 ? 1 : 2;
}

/** The motif is stated, varied, contrasted and brought back. */
function wholeForm(bars: number): PhraseName[] {
  const pairs = Math.ceil(bars / 2);
  return Array.from({ length: pairs }, (_, index): PhraseName => {
    if (index === 0) return 'statement';
    if (index === pairs - 1) return 'return';
    return MIDDLES[(index - 1) % MIDDLES.length] ?? 'variation';
  });
}

/** A section keeps to its own phrase, and varies it in between. */
function sectionForm(main: PhraseName, bars: number): PhraseName[] {
  const other = main === 'variation' ? 'statement' : 'variation';
  return Array.from({ length: Math.ceil(bars / 2) }, (_, index) => (index % 2 === 0 ? main : other));
}

/** The motif is stated first and brought back last; a section of another mood contrasts with it. */
function mainPhrase(sections: readonly Section[], index: number): PhraseName {
  const first = isIntroduction(sections) ? 1 : 0;
  if (index === first) return 'statement';
  if (index === sections.length - 1) return 'return';
  return sections[index]?.mood === sections[first]?.mood ? 'variation' : 'contrast';
}

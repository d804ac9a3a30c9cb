import { printCosine } from '../../engines/voice-cloning/index.ts';
import type { Speaker } from './speakers.ts';

/** A comparison that the product makes: what it knows of a voice, and what it hears. */
export type Comparison = {
  name: string;
  known(speaker: Speaker): ArrayLike<number>[];
  heard(speaker: Speaker): ArrayLike<number>[];
};

export type Pair = { names: [string, string]; cosine: number };

const MOST_SAMPLES = 3;

export const COMPARISONS: readonly Comparison[] = [
  { name: 'consent: 7 s, a sample of 7 s', known: ({ known }) => known[7], heard: ({ heard }) => heard[7] },
  { name: 'consent: 7 s, three samples of 10 s', known: samples, heard: ({ heard }) => heard[7] },
  {
    name: 'consent by telephone, one sample',
    known: ({ known }) => known[7],
    heard: ({ heard }) => heard.telephone,
  },
  { name: 'consent by telephone, three samples', known: samples, heard: ({ heard }) => heard.telephone },
  {
    name: 'takedown: a sample of 10 s, one of 10 s',
    known: ({ known }) => known[10],
    heard: ({ heard }) => heard[10],
  },
  { name: 'takedown: three samples of 10 s, one of 10 s', known: samples, heard: ({ heard }) => heard[10] },
  { name: 'takedown: three samples of 10 s, one of 20 s', known: samples, heard: ({ heard }) => heard[20] },
];

/** The product adds up the prints of several samples. */
function samples({ known }: Speaker): ArrayLike<number>[] {
  const some = known[10].slice(0, MOST_SAMPLES);
  const [first] = some;
  return first ? [Array.from(first, (_, i) => some.reduce((sum, print) => sum + (print[i] ?? 0), 0))] : [];
}

export function pairsOf(
  { known, heard }: Comparison,
  speakers: readonly Speaker[],
): { same: Pair[]; different: Pair[] } {
  const pairs = speakers.flatMap((one) =>
    speakers
      .filter((other) => !mayBeOne(one.name, other.name))
      .flatMap((other) =>
        known(one).flatMap((print) =>
          heard(other).map(
            (heardPrint): Pair => ({
              names: [one.name, other.name],
              cosine: printCosine(print, heardPrint),
            }),
          ),
        ),
      ),
  );
  const isSame = ({ names: [one, other] }: Pair): boolean => one === other;
  return { same: pairs.filter(isSame), different: pairs.filter((pair) => !isSame(pair)) };
}

const VOLUNTEERS = ['stamps', 'tuberling'];

/** Nobody knows whether the volunteers of two packages who speak the same language are two people. */
function mayBeOne(one: string, other: string): boolean {
  const [project, language] = one.split('-');
  const [otherProject, otherLanguage] = other.split('-');
  return (
    project !== otherProject &&
    language === otherLanguage &&
    [project, otherProject].every((name) => VOLUNTEERS.includes(name ?? ''))
  );
}

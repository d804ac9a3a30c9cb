import type { Token } from './token.ts';

/** Something that is said otherwise than by reading the letters between `start` and `end` of the source's text. */
export type Overlay = {
  start: number;
  end: number;
  says: Pick<Token, 'kind' | 'spoken'> & Partial<Token>;
};

/** What is read: a text in NFC without markup, with a way back to the offsets of what the caller sent. */
export type Source = {
  text: string;
  /** The offset in the caller's text of the character at `index`, and the one after the character before `index`. */
  startOf(index: number): number;
  endOf(index: number): number;
  /** In order; they do not overlap. */
  overlays: readonly Overlay[];
  rateAt(index: number): number;
};

export function plainSource(original: string): Source {
  if (original.isWellFormed() && original === original.normalize('NFC')) {
    const same = (index: number): number => index;
    return { text: original, startOf: same, endOf: same, overlays: [], rateAt: () => 1 };
  }
  const builder = createSourceBuilder();
  builder.append(original, 0);
  return builder.source();
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Puts a source together from parts of the caller's text. */
export function createSourceBuilder() {
  const [starts, ends]: [number[], number[]] = [[], []];
  const overlays: Overlay[] = [];
  const rates: { start: number; end: number; rate: number }[] = [];
  let text = '';

  /** `part` stands for what the caller's text has between `start` and `end`. */
  function appendAs(part: string, start: number, end: number): void {
    text += part;
    for (let i = 0; i < part.length; i++) {
      starts.push(Math.min(start + i, Math.max(start, end - 1)));
      ends.push(i === part.length - 1 ? end : Math.min(start + i + 1, end));
    }
  }

  return {
    get length(): number {
      return text.length;
    },
    textFrom: (index: number): string => text.slice(index),
    appendAs,
    /** `part` stands in the caller's text at `offset`. */
    append(part: string, offset: number): void {
      for (const { segment, index } of clusters.segment(part))
        appendAs(segment.toWellFormed().normalize('NFC'), offset + index, offset + index + segment.length);
    },
    overlay(start: number, says: Overlay['says']): void {
      overlays.push({ start, end: text.length, says });
    },
    rate(start: number, rate: number): void {
      rates.push({ start, end: text.length, rate });
    },
    source: (): Source => ({
      text,
      startOf: (index) => starts[index] ?? ends.at(-1) ?? 0,
      endOf: (index) => ends[index - 1] ?? 0,
      overlays,
      rateAt: (index) => {
        const around = rates.filter(({ start, end }) => index >= start && index < end);
        return Math.round(around.reduce((product, { rate }) => product * rate, 1) * 1000) / 1000;
      },
    }),
  };
}

export type SourceBuilder = ReturnType<typeof createSourceBuilder>;

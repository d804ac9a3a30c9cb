import type { Token } from './token.ts';

/** Spoken instead of the text between `start` and `end` of the source. */
export type Overlay = {
  start: number;
  end: number;
  token: Pick<Token, 'kind' | 'spoken'> & Partial<Token>;
};

/** The text to read, in NFC and without markup, with a mapping back to offsets in the caller's text. */
export type Source = {
  text: string;
  /** Offsets in the caller's text: of the character at `index`, and the end of the character before `index`. */
  startOf(index: number): number;
  endOf(index: number): number;
  /** In order, without overlaps. */
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

/** Builds a source from parts of the caller's text. */
export function createSourceBuilder() {
  const [starts, ends]: [number[], number[]] = [[], []];
  const overlays: Overlay[] = [];
  const rates: { start: number; end: number; rate: number }[] = [];
  let text = '';

  /** `part` replaces the caller's text between `start` and `end`. */
  function appendAs(part: string, start: number, end: number): void {
    text += part;
    for (let i = 0; i < part.length; i++) {
      starts.push(Math.min(start + i, Math.max(start, end - 1)));
      ends.push(i === part.length - 1 ? end : Math.min(start + i + 1, end));
    }
  }

  /** Nesting depth is limited, so this is linear in the length of the text. */
  function ratesOf(length: number): (index: number) => number {
    if (rates.length === 0) return () => 1;
    const byIndex = new Float64Array(length + 1).fill(1);
    for (const { start, end, rate } of rates)
      for (let i = start; i < end; i++) byIndex[i] = (byIndex[i] ?? 1) * rate;
    return (index) => Math.round((byIndex[index] ?? 1) * 1000) / 1000;
  }

  return {
    get length(): number {
      return text.length;
    },
    textFrom: (index: number): string => text.slice(index),
    appendAs,
    /** `part` begins at `offset` in the caller's text. */
    append(part: string, offset: number): void {
      for (const { segment, index } of clusters.segment(part))
        appendAs(segment.toWellFormed().normalize('NFC'), offset + index, offset + index + segment.length);
    },
    overlay(start: number, token: Overlay['token']): void {
      overlays.push({ start, end: text.length, token });
    },
    rate(start: number, rate: number): void {
      rates.push({ start, end: text.length, rate });
    },
    source: (): Source => ({
      text,
      startOf: (index) => starts[index] ?? ends.at(-1) ?? 0,
      endOf: (index) => ends[index - 1] ?? 0,
      overlays,
      rateAt: ratesOf(text.length),
    }),
  };
}

export type SourceBuilder = ReturnType<typeof createSourceBuilder>;

import type { LanguageCode } from '../languages.ts';
import type { Token } from './token.ts';

export type OverlayToken = Pick<Token, 'kind' | 'spoken'> & Partial<Token>;

/** Spoken instead of the text between `start` and `end` of the source. */
export type Overlay = {
  start: number;
  end: number;
  /** Throws a `MarkupFault` where it cannot be spoken in this language. */
  tokenIn(language: LanguageCode): OverlayToken;
  endsSentence?: boolean;
};

/** The text to read, in NFC and without markup, with a mapping back to offsets in the caller's text. */
export type Source = {
  text: string;
  /** Offsets in the caller's text: of the character at `index`, and the end of the character before `index`. */
  startOf(index: number): number;
  endOf(index: number): number;
  /** Overlays are in order and do not overlap. */
  overlays: readonly Overlay[];
  rateAt(index: number): number;
  /** The language that markup asks for. Undefined: that of the text around it. */
  languageAt(index: number): LanguageCode | undefined;
};

export function plainSource(original: string): Source {
  if (original.isWellFormed() && original === original.normalize('NFC')) {
    const same = (index: number): number => index;
    return {
      text: original,
      startOf: same,
      endOf: same,
      overlays: [],
      rateAt: () => 1,
      languageAt: () => undefined,
    };
  }
  const builder = createSourceBuilder();
  builder.append(original, 0);
  return builder.source();
}

const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Builds a source from parts of the caller's text. */
export function createSourceBuilder() {
  const starts: number[] = [];
  const ends: number[] = [];
  const overlays: Overlay[] = [];
  const rates: { start: number; end: number; rate: number }[] = [];
  const languages: { start: number; end: number; language: LanguageCode }[] = [];
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

  /** The innermost comes first. */
  function languagesOf(length: number): Source['languageAt'] {
    if (languages.length === 0) return () => undefined;
    const byIndex = new Array<LanguageCode | undefined>(length).fill(undefined);
    for (const { start, end, language } of languages)
      for (let i = start; i < end; i++) byIndex[i] ??= language;
    return (index) => byIndex[index];
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
    overlay(start: number, tokenIn: Overlay['tokenIn']): void {
      overlays.push({ start, end: text.length, tokenIn });
    },
    endSentence(token: OverlayToken): void {
      overlays.push({ start: text.length, end: text.length, tokenIn: () => token, endsSentence: true });
    },
    /** No token extends beyond this point. */
    border(): void {
      overlays.push({ start: text.length, end: text.length, tokenIn: () => ({ kind: 'mark', spoken: '' }) });
    },
    rate(start: number, rate: number): void {
      rates.push({ start, end: text.length, rate });
    },
    language(start: number, language: LanguageCode): void {
      languages.push({ start, end: text.length, language });
    },
    source: (): Source => ({
      text,
      startOf: (index) => starts[index] ?? ends.at(-1) ?? 0,
      endOf: (index) => ends[index - 1] ?? 0,
      overlays,
      rateAt: ratesOf(text.length),
      languageAt: languagesOf(text.length),
    }),
  };
}

export type SourceBuilder = ReturnType<typeof createSourceBuilder>;

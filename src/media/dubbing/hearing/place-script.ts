import { type TranscriptWord, UNSPACED_LANGUAGES } from '../../../../engines/transcription/index.ts';
import { alignWords } from './align-words.ts';
import { completeTimes } from './complete-times.ts';
import { LEAST_SECONDS, type Span } from './draft-line.ts';

type Film = { language: string; seconds: number };

/** Times of lines in the language that is spoken: those of their words. */
export function alignScript(
  lines: readonly string[],
  words: readonly TranscriptWord[],
  { language, seconds }: Film,
): Span[] {
  const written = lines.flatMap((text, line) => unitsOf(text, language).map((unit) => ({ unit, line })));
  const heard = words.flatMap((word) => timedUnits(word, language)).toSorted((a, b) => a.start - b.start);
  const places = alignWords(
    written.map(({ unit }) => unit),
    heard.map(({ unit }) => unit),
  );
  const times = lines.map((): Span | null => null);
  for (const [i, { line }] of written.entries()) {
    const place = heard[places[i] ?? -1];
    const known = times[line];
    if (place) times[line] = { start: known?.start ?? place.start, end: place.end };
  }
  return completeTimes(times, { characters: charactersOf(lines), seconds });
}

/** Times of lines in another language: in their order along the speech, in proportion to their characters. */
export function spreadScript(
  lines: readonly string[],
  speech: readonly Span[],
  { seconds }: Pick<Film, 'seconds'>,
): Span[] {
  const characters = charactersOf(lines);
  if (lines.length === speech.length) return completeTimes(speech, { characters, seconds });
  const all = characters.reduce((sum, count) => sum + count, 0);
  const edges = runningSums(speech.map(({ start, end }) => end - start));
  const total = edges.at(-1) ?? 0;
  const shares = runningSums(characters.map((count) => (total * count) / Math.max(1, all)));
  const cuts = shares.map((share) => nearestEdge(share, edges));
  const times = lines.map((_, i) => ({
    start: momentAt(speech, i === 0 ? 0 : (cuts[i - 1] ?? 0), 'start'),
    end: momentAt(speech, cuts[i] ?? 0, 'end'),
  }));
  return completeTimes(times, { characters, seconds });
}

/** Where somebody ends a line, the translation ends one too, if that is near. */
const NEAR_SECONDS = 0.6;

function nearestEdge(moment: number, edges: readonly number[]): number {
  let nearest = moment;
  let distance = NEAR_SECONDS;
  for (const edge of edges)
    if (Math.abs(edge - moment) < distance) [nearest, distance] = [edge, Math.abs(edge - moment)];
  return nearest;
}

/**
 * Returns the moment after this many seconds of speech. In a pause, a start moves to its end and an end to its
 * start.
 */
function momentAt(speech: readonly Span[], spoken: number, edge: 'start' | 'end'): number {
  let left = spoken;
  for (const { start, end } of speech) {
    const length = end - start;
    if (left < length - 1e-6 || (edge === 'end' && left <= length + 1e-6))
      return start + Math.min(left, length);
    left -= length;
  }
  return speech.at(-1)?.end ?? 0;
}

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function charactersOf(lines: readonly string[]): number[] {
  return lines.map((text) => text.length);
}

/** Splits a text into words without case, accents and punctuation, or into characters if the language has no spaces. */
function unitsOf(text: string, language: string): string[] {
  const folded = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/gu, '')
    .toLowerCase();
  const unit = UNSPACED_LANGUAGES.has(language) ? /[\p{L}\p{N}]\p{M}*/gu : /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu;
  return folded.match(unit) ?? [];
}

/** A heard "word" may be several: they share its time. */
function timedUnits({ word, start, end }: TranscriptWord, language: string): (Span & { unit: string })[] {
  const units = unitsOf(word, language);
  const length = Math.max(LEAST_SECONDS / 10, end - start) / Math.max(1, units.length);
  return units.map((unit, i) => ({ unit, start: start + i * length, end: start + (i + 1) * length }));
}

import type { NamedKind } from '../kinds/index.ts';
import { CHANGES, type Change } from './modifiers.ts';
import { LONGEST_PHRASE, MEANINGS, PHRASES } from './vocabulary.ts';
import { stemOf, type Word } from './words.ts';

export type Span = { from: number; words: number; kind: NamedKind };

/** The longest phrases win. "metal" is a kind only where no other is named: otherwise it says what that is made of. */
export function kindSpans(words: readonly Word[]): Span[] {
  const found = words.flatMap((_, from): Span[] => {
    const match = longest(words, from, LONGEST_PHRASE, PHRASES);
    const meant = longestMeaning(words, from);
    if (meant && (!match || meant.words > match.words)) return [meant];
    return match ? [{ from, words: match.words, kind: match.value }] : [];
  });
  const spans: Span[] = [];
  for (const span of found.sort((a, b) => b.words - a.words || a.from - b.from))
    if (spans.every((one) => one.from + one.words <= span.from || span.from + span.words <= one.from))
      spans.push(span);
  const isChange = ({ from, words: count }: Span) =>
    CHANGES.has(
      words
        .slice(from, from + count)
        .map(({ stem }) => stem)
        .join(' '),
    );
  const sure = spans.filter((span) => !isChange(span));
  return (sure.length > 0 ? sure : spans.slice(0, 1)).filter(
    (span, _, all) => !isOfTheThingBefore(words, span, all),
  );
}

/** "camera shutter click" is one sound: such a word says how the thing right before it sounds. */
const SOUNDS_OF_THINGS = new Set(
  ['click', 'beep', 'hum', 'ping', 'fire', 'fly', 'buzz', 'tap', 'pop', 'squeak', 'engine'].map(stemOf),
);

function isOfTheThingBefore(words: readonly Word[], span: Span, spans: readonly Span[]): boolean {
  if (span.words > 1 || !SOUNDS_OF_THINGS.has(words[span.from]?.stem ?? '')) return false;
  return spans.some(({ from, words: count }) => {
    const end = from + count;
    return (
      end <= span.from &&
      words.slice(end, span.from).every(({ text }) => text === 'being' || SOUNDS_OF_THINGS.has(stemOf(text)))
    );
  });
}

/** Searches like `longest`, but skips words that carry no meaning or only change the sound. */
function longestMeaning(words: readonly Word[], from: number): Span | null {
  if (!isMeaning(words[from])) return null;
  const stems: string[] = [];
  let found: Span | null = null;
  for (let at = from; at < words.length && stems.length < LONGEST_PHRASE; at += 1) {
    if (!isMeaning(words[at])) continue;
    stems.push((words[at] as Word).stem);
    const kind = MEANINGS.get(stems.join(' '));
    if (kind) found = { from, words: at - from + 1, kind };
  }
  return found;
}

function isMeaning(word: Word | undefined): boolean {
  return word !== undefined && !word.isFiller && !CHANGES.has(word.stem);
}

/** "glass breaking" says what breaks, "running on gravel" how fast. A church bell need not be in a church. */
export function changesWithin(words: readonly Word[]): Change {
  const [first = {}, ...others] = words.map(({ stem }) => CHANGES.get(stem) ?? {});
  const { room: _, ...more } = first;
  return Object.assign({}, more, ...others);
}

export function longest<Value>(
  words: readonly Word[],
  at: number,
  most: number,
  known: ReadonlyMap<string, Value>,
): { value: Value; words: number } | null {
  for (let count = Math.min(most, words.length - at); count > 0; count -= 1) {
    const value = known.get(
      words
        .slice(at, at + count)
        .map(({ stem }) => stem)
        .join(' '),
    );
    if (value) return { value, words: count };
  }
  return null;
}

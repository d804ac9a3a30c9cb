import { wordsOf } from '../../words.ts';

const SLOT_TYPES = ['text', 'word', 'number', 'digits'] as const;
type SlotType = (typeof SLOT_TYPES)[number];

/** `words`: one of these, or none if it is optional. `any`: any number of words, also none. */
export type Element =
  | { kind: 'words'; alternatives: string[][]; optional: boolean }
  | { kind: 'any' }
  | { kind: 'slot'; name: string; type: SlotType };

export type Pattern = readonly Element[];

const SLOT_NAME = /^[a-z][a-z0-9_]{0,39}$/;
const MAX_ELEMENTS = 40;

/** The message is for the author of the pattern. */
export class PatternError extends Error {}

/** "book a (table|room) for {people:number} [please]", where `*` stands for any words. */
export function parsePattern(source: string): Pattern {
  const elements: Element[] = [];
  let at = 0;
  while (at < source.length) {
    const opening = source[at] ?? '';
    const closing = { '(': ')', '[': ']', '{': '}' }[opening];
    if (closing) {
      const end = source.indexOf(closing, at);
      if (end < 0) throw new PatternError(`"${opening}" is not closed with "${closing}"`);
      const inside = source.slice(at + 1, end);
      elements.push(opening === '{' ? slotFrom(inside) : choiceFrom(inside, opening === '['));
      at = end + 1;
    } else if (opening === '*') {
      elements.push({ kind: 'any' });
      at += 1;
    } else {
      const end = endOfText(source, at);
      for (const { folded } of wordsOf(source.slice(at, end)))
        elements.push({ kind: 'words', alternatives: [[folded]], optional: false });
      at = end;
    }
  }
  if (elements.length > MAX_ELEMENTS) throw new PatternError(`has more than ${MAX_ELEMENTS} parts`);
  if (!elements.some((element) => element.kind !== 'any' && !(element.kind === 'words' && element.optional)))
    throw new PatternError('needs a word or a slot');
  return elements;
}

function endOfText(source: string, from: number): number {
  let end = from;
  while (end < source.length && !'([{*'.includes(source[end] ?? '')) {
    if (')]}|'.includes(source[end] ?? '')) throw new PatternError(`has a "${source[end]}" out of place`);
    end += 1;
  }
  return end;
}

function choiceFrom(inside: string, optional: boolean): Element {
  const alternatives = inside.split('|').map((words) => wordsOf(words).map(({ folded }) => folded));
  if (alternatives.some((words) => words.length === 0))
    throw new PatternError(`"${inside}" has an empty choice`);
  return { kind: 'words', alternatives, optional };
}

function slotFrom(inside: string): Element {
  const [name = '', type = 'text'] = inside.split(':').map((part) => part.trim());
  if (!SLOT_NAME.test(name))
    throw new PatternError(`"${name}" is no name of a slot: use a-z, 0-9 and _, beginning with a letter`);
  if (!isSlotType(type))
    throw new PatternError(`"${type}" is no type of a slot: use ${SLOT_TYPES.join(', ')}`);
  return { kind: 'slot', name, type };
}

function isSlotType(type: string): type is SlotType {
  return SLOT_TYPES.some((known) => known === type);
}

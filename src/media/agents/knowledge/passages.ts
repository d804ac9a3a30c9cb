import type { Passage } from '../responders/model/system-prompt.ts';

const LONGEST = 800;

/** Cuts a document into passages of whole paragraphs, or of whole sentences where a paragraph is long. */
export function passagesOf(source: string, text: string): Passage[] {
  const passages: string[] = [];
  let current = '';
  for (const part of text.split(/\n\s*\n/u).flatMap(shortParts)) {
    if (current !== '' && current.length + part.length + 1 > LONGEST) {
      passages.push(current);
      current = '';
    }
    current = current === '' ? part : `${current}\n${part}`;
  }
  if (current !== '') passages.push(current);
  return passages.map((passage) => ({ source, text: passage }));
}

function shortParts(paragraph: string): string[] {
  const text = paragraph.trim();
  if (text.length <= LONGEST) return text === '' ? [] : [text];
  const parts: string[] = [];
  let rest = text;
  while (rest.length > LONGEST) {
    const at = cutIn(rest.slice(0, LONGEST));
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** Finds a cut after the last sentence, else after the last word, else anywhere but within a character. */
function cutIn(text: string): number {
  const sentence = Math.max(...['. ', '! ', '? ', '。', '\n'].map((end) => text.lastIndexOf(end)));
  if (sentence > LONGEST / 4) return sentence + 1;
  const word = text.lastIndexOf(' ');
  if (word > 0) return word;
  const isHalf = /[\ud800-\udbff]$/.test(text);
  return isHalf ? text.length - 1 : text.length;
}

import type { Reply } from '../conversations/think-reply.ts';
import { wordsOf } from '../words.ts';
import type { CheckedTurn } from './schemas.ts';

/** Why the reply is not what was expected, in words. Empty if it is. */
export function judgeTurn(
  { text, tools, ended }: Pick<Reply, 'text' | 'tools' | 'ended'>,
  expected: NonNullable<CheckedTurn['expect']>,
): string[] {
  const {
    contains = [],
    contains_any: any = [],
    lacks = [],
    tool,
    hand_over: handOver,
    ended: ends,
  } = expected;
  const said = foldedWords(text);
  const has = (words: string) => said.includes(foldedWords(words));
  const called = tools.map(({ name }) => name);
  const failures = [
    ...contains.filter((words) => !has(words)).map((words) => `The reply lacks "${words}".`),
    ...lacks.filter(has).map((words) => `The reply has "${words}".`),
  ];
  if (any.length > 0 && !any.some(has))
    failures.push(`The reply has none of ${any.map((one) => `"${one}"`).join(', ')}.`);
  if (tool !== undefined && !called.includes(tool))
    failures.push(
      called.length > 0 ? `"${tool}" was not called, but ${called.join(', ')}.` : `"${tool}" was not called.`,
    );
  const isHandedOver = ended === 'handed_over';
  if (handOver !== undefined && handOver !== isHandedOver)
    failures.push(isHandedOver ? 'The caller was handed over.' : 'The caller was not handed over.');
  if (ends !== undefined && ends !== (ended !== null))
    failures.push(ended === null ? 'The conversation did not end.' : `The conversation ended: ${ended}.`);
  return failures;
}

/** Puts a space around every word, so that a search never finds a part of a word. */
function foldedWords(text: string): string {
  return ` ${wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ')} `;
}

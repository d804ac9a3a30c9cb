import { baseLanguage } from './base-language.ts';
import type { TranslatorList } from './types.ts';

const fromAny = (target: string): string => `translate:*-${target}`;
const between = (source: string, target: string): string => `translate:${source}-${target}`;

/** What a worker can translate, in the words of its capabilities. */
export function translatorCapabilities({ pairs, anyTo }: Pick<TranslatorList, 'pairs' | 'anyTo'>): string[] {
  return [...anyTo.map(fromAny), ...pairs.map(({ source, target }) => between(source, target))];
}

/** The capability that a job needs for this translation, as the server that creates it would do it. */
export function translationNeeds(
  { anyTo }: Pick<TranslatorList, 'anyTo'>,
  source: string | null,
  target: string,
): string[] {
  const to = baseLanguage(target);
  if (anyTo.includes(to) || source === null) return [fromAny(to)];
  return [between(baseLanguage(source), to)];
}

import { baseLanguage } from '../base-language.ts';
import type { TranslatorList } from './types.ts';

/** How capabilities of translation begin. */
export const TRANSLATES = 'translate:';
/** `*` is every language that is heard; from `*` to `*` is any language to any other. */
const ANY = '*';
/** Only a language model offers this. */
export const ANY_TO_ANY = capability(ANY, ANY);

function capability(source: string, target: string): string {
  return `${TRANSLATES}${source}-${target}`;
}

/** Lists the capabilities of a worker with these translators. */
export function translatorCapabilities({ languageModel, pairs, anyTo }: TranslatorList): string[] {
  if (languageModel !== null) return [ANY_TO_ANY];
  return [
    ...anyTo.map((target) => capability(ANY, target)),
    ...pairs.map(({ source, target }) => capability(source, target)),
  ];
}

/**
 * The capabilities of which a worker must have one, by preference. `hears`: languages that speech recognition knows.
 * `source` is null if it is not known yet.
 */
export function capabilitiesFor(source: string | null, target: string, hears: readonly string[]): string[] {
  const from = source === null ? null : baseLanguage(source);
  const to = baseLanguage(target);
  return [
    ANY_TO_ANY,
    ...(from === null || hears.includes(from) ? [capability(ANY, to)] : []),
    ...(from === null ? [] : [capability(from, to)]),
  ];
}

export type OfferedTranslations = {
  /** Whether a language model translates between all languages. */
  anyToAny: boolean;
  anyTo: string[];
  pairs: { source: string; target: string }[];
};

/**
 * Lists the translations that workers with these capabilities offer. `targets` are the languages that can be spoken.
 */
export function offeredTranslations(
  capabilities: readonly string[],
  targets: readonly string[],
): OfferedTranslations {
  if (capabilities.includes(ANY_TO_ANY)) return { anyToAny: true, anyTo: [...targets], pairs: [] };
  const pairs = capabilities.flatMap((one) => {
    const [source, target] = one.slice(TRANSLATES.length).split('-');
    return source && target && targets.includes(target) ? [{ source, target }] : [];
  });
  return {
    anyToAny: false,
    anyTo: pairs.flatMap(({ source, target }) => (source === ANY ? [target] : [])),
    pairs: pairs.filter(({ source }) => source !== ANY),
  };
}

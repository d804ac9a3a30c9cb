import type { LanguagePair, OfferedPair } from './types.ts';

/** A mode of Apertium translates one language into another. */
export type ApertiumMode = LanguagePair & { name: string };

/**
 * The modes that its program lists, such as `eng-spa`, `es-pt_BR` or `eco-fr-es`. Of several for one pair, the shortest
 * name is the plain one; the others are for a region or an orthography.
 */
export function readModes(listing: string): ApertiumMode[] {
  const modes = new Map<string, ApertiumMode>();
  for (const name of listing.split(/\s+/u).toSorted((a, b) => a.length - b.length)) {
    const [source, target, ...more] = name.split('-').map(languageOf);
    if (!source || !target || more.length > 0) continue;
    const pair = `${source} ${target}`;
    if (!modes.has(pair)) modes.set(pair, { name, source, target });
  }
  return [...modes.values()];
}

/** Apertium writes some languages in two letters and some in three. */
function languageOf(code: string): string | null {
  if (!/^[a-z]{2,3}(_[A-Za-z]+)?$/u.test(code)) return null;
  const [language = code] = code.split('_');
  return new Intl.Locale(Intl.getCanonicalLocales(language)[0] ?? language).language;
}

/** The modes to run one after another: one, or two with a language between them. Null if there is no way. */
export function routeBetween(
  modes: readonly ApertiumMode[],
  { source, target }: LanguagePair,
): ApertiumMode[] | null {
  const direct = modes.find((mode) => mode.source === source && mode.target === target);
  if (direct) return [direct];
  for (const first of modes) {
    if (first.source !== source) continue;
    const second = modes.find((mode) => mode.source === first.target && mode.target === target);
    if (second) return [first, second];
  }
  return null;
}

/** Every pair that there is a way for. */
export function pairsOf(modes: readonly ApertiumMode[]): OfferedPair[] {
  const sources = [...new Set(modes.map(({ source }) => source))];
  const targets = [...new Set(modes.map(({ target }) => target))];
  return sources.flatMap((source) =>
    targets.flatMap((target) => {
      const route = target === source ? null : routeBetween(modes, { source, target });
      return route ? [{ source, target, through: route.length > 1 ? (route[0]?.target ?? null) : null }] : [];
    }),
  );
}

/** Recognisers and translators know languages, not regions: `pt-BR` is `pt`. */
export function baseLanguage(tag: string): string {
  return (tag.trim().split(/[-_]/u)[0] ?? tag).toLowerCase();
}

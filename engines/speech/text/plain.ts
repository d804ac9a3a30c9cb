import { type LanguageCode, markedLanguage } from '../languages.ts';
import { MarkupFault } from './markup-fault.ts';
import { createSourceBuilder, plainSource, type Source } from './source.ts';

const MARK = /\[lang:([^\]\n]{0,40})(\]?)|\[\/lang\]/giu;

/** Reads a text that is not SSML, with its `[lang:fr]…[/lang]`. The other inline marks are read with the words. */
export function readPlain(original: string, home: LanguageCode): Source {
  if (!/\[\/?lang[:\]]/iu.test(original)) return plainSource(original);
  const builder = createSourceBuilder();
  let open: { language: LanguageCode; start: number; offset: number } | null = null;
  let at = 0;
  for (const { 0: mark, 1: tag, 2: bracket, index } of original.matchAll(MARK)) {
    builder.append(original.slice(at, index), at);
    builder.border();
    at = index + mark.length;
    if (tag === undefined) {
      if (!open) throw new MarkupFault('[/lang] closes nothing; write [lang:fr] before the words', index);
      builder.language(open.start, open.language);
      open = null;
      continue;
    }
    const language = markedLanguage(tag, home);
    if (!bracket) throw new MarkupFault('a language is written [lang:fr]…[/lang]', index);
    if (open) throw new MarkupFault('write [/lang] before the next [lang:…]', index);
    if (typeof language === 'object') throw new MarkupFault(language.fault, index);
    open = { language, start: builder.length, offset: index };
  }
  if (open) throw new MarkupFault('[lang:…] is not closed; write [/lang] after the words', open.offset);
  builder.append(original.slice(at), at);
  return builder.source();
}

import type { LanguageCode } from '../languages.ts';
import { MarkupFault } from './markup-fault.ts';
import { createSourceBuilder, type Source, type SourceBuilder } from './source.ts';
import {
  type Attributes,
  breakMs,
  EMPTY_ELEMENTS,
  LANGUAGE_ELEMENTS,
  languageOf,
  overlayToken,
  rateOf,
  TEXT_ELEMENTS,
} from './ssml-elements.ts';

type Open = {
  name: string;
  attributes: Attributes;
  offset: number;
  start: number;
  language: LanguageCode | null;
};

const KNOWN = [...LANGUAGE_ELEMENTS, 'prosody', ...TEXT_ELEMENTS, ...EMPTY_ELEMENTS];
/** Deeper than any real document. */
const MAX_DEPTH = 20;
const COMMENT = /<!--[\s\S]*?-->/uy;
const TAG = /<(\/?)([a-zA-Z][\w:-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/uy;
const TEXT = /[^<&]+/uy;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/iuy;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function isSsml(text: string): boolean {
  return /^\s*<speak[\s>/]/u.test(text);
}

/** Reads a subset of SSML. Throws a `MarkupFault` at the first unsupported or malformed tag. */
export function readSsml(original: string, language: LanguageCode): Source {
  const builder = createSourceBuilder();
  const open: Open[] = [];
  let at = original.search(/\S/u);
  let ended = false;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(original);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < original.length) {
    const offset = at;
    if (ended) {
      if (original.slice(at).trim() === '') break;
      throw new MarkupFault('nothing may follow </speak>', offset);
    }
    const text = take(TEXT);
    if (text) builder.append(text[0], offset);
    else if (!take(COMMENT)) {
      const tag = take(TAG);
      if (tag) ended = handleTag(tag, { builder, open, offset, language });
      else appendEntity(take(ENTITY), builder, offset, original);
    }
  }
  const last = open.at(-1);
  if (last) throw new MarkupFault(`<${last.name}> is not closed`, last.offset);
  return builder.source();
}

function appendEntity(
  match: RegExpExecArray | null,
  builder: SourceBuilder,
  offset: number,
  text: string,
): void {
  if (!match && text[offset] === '<') throw new MarkupFault('this is not a tag; write < as &lt;', offset);
  if (!match) throw new MarkupFault('write & as &amp;', offset);
  const [whole, decimal, hex, name = ''] = match;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  if (code > 0x10ffff) throw new MarkupFault('there is no such character', offset);
  builder.appendAs(
    NAMED[name.toLowerCase()] ?? String.fromCodePoint(code).toWellFormed(),
    offset,
    offset + whole.length,
  );
}

type Place = { builder: SourceBuilder; open: Open[]; offset: number; language: LanguageCode };

/** Returns whether the document ends with this tag. */
function handleTag(tag: RegExpExecArray, place: Place): boolean {
  const [, slash, name = '', written = '', empty] = tag;
  const { open, offset } = place;
  if (slash) return close(name, place);
  if (!KNOWN.includes(name))
    throw new MarkupFault(`<${name.slice(0, 30)}> is not supported; use ${KNOWN.join(', ')}`, offset);
  if ((name === 'speak') !== (open.length === 0))
    throw new MarkupFault('<speak> must be around everything else, once', offset);
  const around = open.at(-1)?.name ?? '';
  if (TEXT_ELEMENTS.includes(around)) throw new MarkupFault(`<${around}> holds text only`, offset);
  if (open.length >= MAX_DEPTH) throw new MarkupFault(`elements may be nested ${MAX_DEPTH} deep`, offset);
  const attributes = attributesOf(written, offset);
  const language = languageOf(name, attributes, place.language);
  if (language !== null && typeof language === 'object') throw new MarkupFault(language.fault, offset);
  if (language !== null) place.builder.border();
  const element = { name, attributes, offset, start: place.builder.length, language };
  if (name === 'break') {
    const pauseMs = breakMs(attributes);
    if (typeof pauseMs === 'string') throw new MarkupFault(pauseMs, offset);
    place.builder.overlay(element.start, () => ({ kind: 'pause', spoken: ' ', pauseMs }));
    if (!empty) open.push(element);
    return false;
  }
  open.push(element);
  return empty ? close(name, place) : false;
}

function close(name: string, { builder, open, offset }: Place): boolean {
  const element = open.pop();
  if (!element || element.name !== name)
    throw new MarkupFault(
      element ? `</${name.slice(0, 30)}> closes <${element.name}>` : `</${name.slice(0, 30)}> closes nothing`,
      offset,
    );
  const { attributes, start, language } = element;
  if (language !== null) {
    builder.language(start, language);
    builder.border();
  }
  if (name === 'prosody') {
    const rate = rateOf(attributes);
    if (typeof rate === 'string') throw new MarkupFault(rate, element.offset);
    builder.rate(start, rate);
  } else if (name === 'p') builder.endSentence({ kind: 'break', spoken: ' ' });
  else if (name === 's' && !/[.!?…。！？]/u.test(builder.textFrom(start).trimEnd().at(-1) ?? ''))
    builder.endSentence({ kind: 'mark', spoken: '.' });
  else if (TEXT_ELEMENTS.includes(name)) {
    const text = builder.textFrom(start);
    builder.overlay(start, (spokenIn) => {
      const token = overlayToken(name, attributes, text, spokenIn);
      if (typeof token === 'string') throw new MarkupFault(token, element.offset);
      return token;
    });
  }
  return open.length === 0;
}

const ATTRIBUTE = /\s+([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/uy;

function attributesOf(written: string, offset: number): Attributes {
  const attributes: Attributes = {};
  let at = 0;
  for (ATTRIBUTE.lastIndex = 0; ; at = ATTRIBUTE.lastIndex) {
    const match = ATTRIBUTE.exec(written);
    if (!match) break;
    const [, name = '', one, other] = match;
    attributes[name] = one ?? other ?? '';
  }
  if (written.slice(at).trim() !== '') throw new MarkupFault('attributes are written name="value"', offset);
  return attributes;
}

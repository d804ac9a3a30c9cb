import { domainError } from '../platform/errors.ts';

const UnusableText = domainError('invalid', 'invalid_request', (message: string) => message);

/** Normalizing is quadratic in the length of a run of marks. Unicode's stream-safe format allows 30. */
const MAX_MARKS = 30;
const MAYBE_MARK = /[\u0300-\uffff]/;
/** A lookup table: on text that is all marks, a regular expression takes ten times as long. */
const IS_MARK = new Uint8Array(0x20000);
for (let code = 0x300; code < IS_MARK.length; code++)
  if (/\p{M}/u.test(String.fromCodePoint(code))) IS_MARK[code] = 1;

/** Commas, strings, arrays and objects: twice what the largest batch has. Parsing a million would block the event loop. */
const MAX_PARTS = 30_000;
const PART = /[",[{]/g;
const BACKSLASH = 0x5c;

/** Call before parsing. */
export function refuseTooManyValues(json: string): void {
  if (json.length <= MAX_PARTS) return;
  let parts = 0;
  PART.lastIndex = 0;
  for (;;) {
    const character = PART.exec(json)?.[0];
    if (character === undefined) return;
    parts += 1;
    if (parts > MAX_PARTS)
      throw new UnusableText('The JSON has too many values. Send it in several requests.');
    if (character === '"') PART.lastIndex = endOfString(json, PART.lastIndex);
  }
}

/** Finds the end of the string whose first character is at `start`. */
function endOfString(json: string, start: number): number {
  let at = start;
  for (;;) {
    const quote = json.indexOf('"', at);
    if (quote === -1) return json.length;
    let firstEscape = quote;
    while (json.charCodeAt(firstEscape - 1) === BACKSLASH) firstEscape -= 1;
    at = quote + 1;
    if ((quote - firstEscape) % 2 === 0) return at;
  }
}

/** Far more than any route needs. Whatever walks the body later may use the call stack. */
const MAX_DEPTH = 100;

/**
 * Refuses text that the service cannot handle: NUL, which PostgreSQL cannot store, lone surrogates, and long runs of
 * combining marks. Checks every name and value, level by level, and refuses too many levels.
 */
export function refuseUnusableText(value: unknown): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new UnusableText(`The JSON has more than ${MAX_DEPTH} levels.`);
    const below: unknown[] = [];
    for (const item of level) refuseUnusableItem(item, below);
    level = below;
  }
}

function refuseUnusableItem(value: unknown, below: unknown[]): void {
  if (typeof value === 'string') refuseUnusableString(value);
  else if (Array.isArray(value)) {
    for (const item of value) if (isTextual(item)) below.push(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      refuseUnusableString(name);
      if (isTextual(item)) below.push(item);
    }
  }
}

function isTextual(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'object';
}

function refuseUnusableString(text: string): void {
  if (text.includes('\0')) throw new UnusableText('The NUL character is not allowed in any value.');
  if (!text.isWellFormed())
    throw new UnusableText(
      'A value contains half of a surrogate pair (\\ud800 to \\udfff); send whole characters.',
    );
  if (hasLongRunOfMarks(text))
    throw new UnusableText(`A value contains more than ${MAX_MARKS} combining marks in a row.`);
}

function hasLongRunOfMarks(text: string): boolean {
  if (!MAYBE_MARK.test(text)) return false;
  let run = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    run = IS_MARK[code] === 1 || isVariationSelector(code) ? run + 1 : 0;
    if (run > MAX_MARKS) return true;
  }
  return false;
}

/** The only marks outside the table. */
function isVariationSelector(code: number): boolean {
  return code >= 0xe0100 && code <= 0xe01ef;
}

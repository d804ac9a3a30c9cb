import { createHash } from 'node:crypto';
import { isUuid } from '../../http/index.ts';
import { InvalidPayload } from './errors.ts';

export type Json = { readonly [name: string]: unknown };

const MAX_TEXT = 500;
const NOT_JSON = 'The body is not valid JSON.';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The exact text of a body, and the object in it. */
export type ParsedBody = { text: string; payload: Json };

export function decodeBody(body: Buffer): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new InvalidPayload(NOT_JSON);
  }
}

/** Only for bodies whose sender is known: nothing else limits them. */
export function parseBody(text: string): ParsedBody {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidPayload(NOT_JSON);
  }
  if (!isObject(value)) throw new InvalidPayload();
  return { text, payload: value };
}

export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string | number, unknown>)[name];
  }
  return at;
}

export function objectAt(value: unknown, ...path: (string | number)[]): Json | null {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : null;
}

export function listAt(value: unknown, ...path: (string | number)[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Null for anything that cannot be a name: an object, a text of unlikely length, or one that cannot be stored. */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'number' && Number.isSafeInteger(found)) return String(found);
  if (typeof found !== 'string') return null;
  const text = found.trim();
  const usable = text !== '' && text.length <= MAX_TEXT && !text.includes('\0') && text.isWellFormed();
  return usable ? text : null;
}

/** Providers send a related object as its id or whole. */
export function idAt(value: unknown, ...path: (string | number)[]): string | null {
  return textAt(value, ...path) ?? textAt(value, ...path, 'id');
}

/** The account that `metadataOf` wrote. */
export function accountIdAt(value: unknown, ...path: string[]): string | null {
  const id = textAt(value, ...path, 'service_user_id');
  return id !== null && isUuid(id) ? id : null;
}

/** Also reads a number that was sent as text. */
export function numberAt(value: unknown, ...path: (string | number)[]): number | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'number') return Number.isFinite(found) ? found : null;
  if (typeof found !== 'string' || !/^\d{1,15}(\.\d{1,6})?$/.test(found)) return null;
  return Number(found);
}

/** A time in whole seconds since 1970, if it is one that a provider could mean. */
export function timeAt(value: unknown, ...path: (string | number)[]): Date | null {
  const seconds = numberAt(value, ...path);
  const year2100 = 4_102_444_800;
  return seconds !== null && seconds > 0 && seconds < year2100 ? new Date(Math.floor(seconds) * 1_000) : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names an event that has no id of its own. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

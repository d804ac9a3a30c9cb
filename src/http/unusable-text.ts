import { DomainError } from '../platform/errors.ts';

class UnusableText extends DomainError {
  constructor(message: string) {
    super({ kind: 'invalid', code: 'invalid_request', public: message });
  }
}

/** Normalizing is quadratic in the length of such a run. Unicode's stream-safe format allows 30 marks. */
const LONG_RUN_OF_MARKS = /(?<!\p{M})\p{M}{31}/u;

/**
 * Refuses text that no part of the service could handle: NUL, which PostgreSQL cannot store, half a surrogate pair,
 * and absurd runs of combining marks. Looks at every name and value.
 */
export function refuseUnusableText(value: unknown): void {
  // A stack of our own: a body may be nested deeper than functions can call each other.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') refuseUnusableString(next);
    else if (Array.isArray(next)) {
      for (const item of next) if (isTextual(item)) waiting.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, item] of Object.entries(next)) {
        refuseUnusableString(name);
        if (isTextual(item)) waiting.push(item);
      }
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
  if (LONG_RUN_OF_MARKS.test(text))
    throw new UnusableText('A value contains more than 30 combining marks in a row.');
}

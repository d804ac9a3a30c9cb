import type { DeclaredError } from '../../src/platform/errors.ts';

/** What an error says, with `{name}` for each value that it names. A sentence with variants is shown in one of them. */
export function sentenceOf({ code, says, takesCode }: DeclaredError): {
  sentence: string;
  hasRetryAfter: boolean;
} {
  const args = placeholdersFor(says);
  if (takesCode) args[0] = code;
  const said = typeof says === 'function' ? says(...(args as never)) : says;
  // An error that only passes its argument on returns the placeholder, which is a function.
  const [text, retryAfter] =
    typeof said === 'object' ? [said.public, said.retryAfterSeconds] : [said, undefined];
  return { sentence: String(text).replace(/NaN|undefined/g, '…'), hasRetryAfter: retryAfter !== undefined };
}

/** Parameters with a default keep it. */
function placeholdersFor(says: unknown): unknown[] {
  const [, list = ''] = /^(?:function \w+)?\(([^)]*)\)/.exec(String(says)) ?? [];
  return list.split(',').map((parameter) => {
    const [name = ''] = parameter.trim().split(/\s/);
    return parameter.includes('=') ? undefined : placeholder(name);
  });
}

/**
 * Reads as `{name}` and counts as no number. Its fields have their own names, and its methods return it again, so that it
 * survives `slice` and `join`.
 */
function placeholder(name: string, owner?: unknown): unknown {
  const self: unknown = new Proxy(() => undefined, {
    get: (_target, key) => {
      if (key === Symbol.toPrimitive) return (hint: string) => (hint === 'string' ? `{${name}}` : Number.NaN);
      if (key === Symbol.iterator) return () => [self].values();
      return placeholder(String(key), self);
    },
    apply: () => owner,
  });
  return self;
}

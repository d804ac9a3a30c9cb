/** Tokens of JSON. The last one stands for whatever is none of them. */
const TOKEN =
  /[ \t\n\r]*(?:([[{])|([\]}])|(,)|(:)|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))|($)|([\s\S]))/uy;

/** The scanner expects one of these next: a value, its name, or the end or continuation of the container. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more';

/** Where text stops being JSON, as editors count: "line 2, column 5". Null if it is JSON. */
export function findJsonFault(text: string): string | null {
  const open: string[] = [];
  let expected: Expected = 'value';
  TOKEN.lastIndex = 0;
  for (;;) {
    const found = TOKEN.exec(text);
    if (!found) return placeIn(text, text.length);
    const [whole, opening, closing, comma, colon, string, plain, end] = found;
    const at = found.index + whole.length - whole.trimStart().length;
    const next = step(expected, open, { opening, closing, comma, colon, string, plain });
    if (end !== undefined) return expected === 'more' && open.length === 0 ? null : placeIn(text, at);
    if (next === null) return placeIn(text, at);
    expected = next;
  }
}

type Token = Record<'opening' | 'closing' | 'comma' | 'colon' | 'string' | 'plain', string | undefined>;

/** Null if the token cannot stand there. */
function step(expected: Expected, open: string[], token: Token): Expected | null {
  const takesValue = expected === 'value' || expected === 'value or ]';
  if (token.opening && takesValue) {
    open.push(token.opening === '[' ? ']' : '}');
    return token.opening === '[' ? 'value or ]' : 'name or }';
  }
  if (token.closing) {
    const mayClose = expected === 'more' || expected.endsWith(token.closing);
    return mayClose && open.pop() === token.closing ? 'more' : null;
  }
  if (token.comma) return expected === 'more' && open.length > 0 ? afterComma(open) : null;
  if (token.colon) return expected === ':' ? 'value' : null;
  if (token.string && (expected === 'name' || expected === 'name or }')) return ':';
  return (token.string || token.plain) && takesValue ? 'more' : null;
}

function afterComma(open: readonly string[]): Expected {
  return open.at(-1) === '}' ? 'name' : 'value';
}

function placeIn(text: string, index: number): string {
  const before = text.slice(0, index).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

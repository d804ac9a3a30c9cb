import fc from 'fast-check';

const LONG = 'x'.repeat(5_001);

/** Strings that are known to break programs. */
export const nastyStrings = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00b',
    '👩‍👩‍👧‍👦',
    'e\u0301'.repeat(50),
    '\u202e\u200b\ufeff',
    '\u0000\u001f\u007f\u0085',
    'NaN',
    'Infinity',
    '-0',
    '1e999',
    '0x10',
    'null',
    'undefined',
    'true',
    '[object Object]',
    '__proto__',
    'constructor',
    "'; DROP TABLE accounts; --",
    '%s%n%x',
    '{{7*7}}#{7*7}',
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    '..\\..\\x',
    '2026-02-30',
    '9999999-01-01',
    '0000-00-00T00:00:00Z',
    '2026-01-31T12:00:00+99:99',
    'http://127.0.0.1/',
    'http://[::1]:80/',
    'https://user:pw@example.com/',
    'javascript:alert(1)',
    'a@b',
    '@',
    'a@b.c'.repeat(40),
    '१२३',
    'ﷺ',
    'İ',
    'ß',
    '[pause:99999999s]',
    '[word](/ˈfoʊ/)',
    '. '.repeat(2_000),
    '1'.repeat(400),
    '$'.repeat(300),
    'Dr. '.repeat(200),
    LONG,
    '😀'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

const nastyNumbers = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.1, 1e-320, 1e21, -1e21, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63),
  fc.constantFrom(4.99, 4.999999999, 5, 5.001, 10_000, 10_000.001, 0.49, 0.5, 2, 2.0001, Number.MAX_VALUE),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

export const nastyKeys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    '\0',
    'a.b',
    '$where',
  ),
  nastyStrings,
);

const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    nastyStrings,
    nastyNumbers,
    fc.constantFrom(null, true, false),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(nastyKeys, tie('tree')), { maxLength: 4 }).map(objectOf),
  ),
}));

/** Arbitrary JSON values, mostly of the wrong type for their field. */
export const nastyValues: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: tree, weight: 8 },
  { arbitrary: fc.integer({ min: 10, max: 200 }).map(nested), weight: 1 },
);

/** Creates own properties with any name, including `__proto__`. */
function objectOf(entries: [string, unknown][]): Record<string, unknown> {
  const object: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) object[name] = value;
  return object;
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { value };
  return value;
}

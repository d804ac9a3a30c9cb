import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { JsonSchema } from '../../tests/support/operations.ts';
import { nastyKeys, nastyStrings, nastyValues } from './nasty.ts';
import { GOOD_BODIES, validValues } from './valid.ts';

export type Body = { type: string | null; encoding?: string; bytes: Buffer };

const JSON_TYPE = 'application/json';
const TYPES = [
  JSON_TYPE,
  'APPLICATION/JSON; charset=UTF-8',
  'application/json; charset=utf-16',
  'application/json, text/html',
  'application/vnd.api+json',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/html; charset=',
  'audio/wav',
  ';',
  '/',
  `application/${'x'.repeat(2_000)}`,
];

export function goodBodiesFor(schema: JsonSchema, path: string): fc.Arbitrary<Body> {
  const whole = GOOD_BODIES[path];
  const values = whole ? fc.oneof(fc.constant(whole), validValues(schema)) : validValues(schema);
  return values.map((value) => ({ type: JSON_TYPE, bytes: Buffer.from(asJson(value)) }));
}

/** Bodies for an operation: some valid, most of them valid with an error added, some not JSON at all. */
export function bodiesFor(schema: JsonSchema | null): fc.Arbitrary<Body | null> {
  const good = validValues(schema ?? { type: 'object' }).map((value) => ({ ...(value as object) }));
  const wrong = fc.tuple(good, fc.array(changes(schema), { minLength: 1, maxLength: 2 })).map(apply);
  const text = fc.oneof(
    { arbitrary: good.map(asJson), weight: 5 },
    { arbitrary: wrong.map(asJson), weight: 10 },
    { arbitrary: nastyValues.map(asJson), weight: 2 },
    { arbitrary: good.map(asJson).chain(corruptions), weight: 3 },
  );
  return fc.oneof(
    { arbitrary: text.map((json) => ({ type: JSON_TYPE, bytes: Buffer.from(json) })), weight: 16 },
    {
      arbitrary: fc
        .tuple(fc.constantFrom(...TYPES), text)
        .map(([type, json]) => ({ type, bytes: Buffer.from(json) })),
      weight: 3,
    },
    { arbitrary: rawBytes, weight: 2 },
    { arbitrary: multiparts, weight: 2 },
    { arbitrary: fc.constant(null), weight: 2 },
  );
}

type Change = (value: Record<string, unknown>) => unknown;

function changes(schema: JsonSchema | null): fc.Arbitrary<Change> {
  const names = Object.keys(schema?.properties ?? {});
  const name = fc.constantFrom(...(names.length > 0 ? names : ['field']));
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.tuple(name, nastyValues).map(
        ([key, value]): Change =>
          (old) => ({ ...old, [key]: value }),
      ),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(name, nastyStrings).map(
        ([key, value]): Change =>
          (old) => ({ ...old, [key]: value }),
      ),
    },
    ...nestedChanges(schema),
    {
      weight: 2,
      arbitrary: name.map(
        (key): Change =>
          ({ [key]: _, ...rest }) =>
            rest,
      ),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(nastyKeys, nastyValues).map(
        ([key, value]): Change =>
          (old) =>
            Object.assign(Object.create(null), old, { [key]: value }),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Change>(
        (old) => [old],
        (old) => ({ body: old }),
        () => null,
      ),
    },
  );
}

/** Changes a field inside another one, such as the key of a plan. */
function nestedChanges(schema: JsonSchema | null): { weight: number; arbitrary: fc.Arbitrary<Change> }[] {
  const paths = Object.entries(schema?.properties ?? {}).flatMap(([outer, field]) =>
    Object.keys(field.properties ?? field.items?.properties ?? {}).map((inner) => ({
      outer,
      wrap: (value: unknown) => (field.items ? [{ [inner]: value }] : { [inner]: value }),
    })),
  );
  if (paths.length === 0) return [];
  const arbitrary = fc.tuple(fc.constantFrom(...paths), nastyValues).map(
    ([{ outer, wrap }, value]): Change =>
      (old) => ({ ...old, [outer]: wrap(value) }),
  );
  return [{ weight: 4, arbitrary }];
}

function apply([value, todo]: [object, Change[]]): unknown {
  return todo.reduce<unknown>((current, change) => (isRecord(current) ? change(current) : current), value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asJson(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

/** Almost JSON. */
function corruptions(json: string): fc.Arbitrary<string> {
  const spots = fc.nat({ max: json.length });
  return fc.oneof(
    spots.map((at) => json.slice(0, at)),
    fc
      .tuple(spots, fc.constantFrom(',', '}', '"', '\\', '\n', '\0', '\\u0000', '\\ud800'))
      .map(([at, piece]) => json.slice(0, at) + piece + json.slice(at)),
    fc.constantFrom(
      `\ufeff${json}`,
      `${json}${json}`,
      json.replace('{', '{"text":"a","text":"b","plan":"free","plan":"x",'),
      json.replace('{', '{"__proto__":{"admin":true},'),
      json.replace('{', '{"constructor":{"prototype":{"x":1}},'),
      json.replace(/:[^,}]*/, ':1e999'),
      json.replace(/:[^,}]*/, ':-'),
      json.replace(/:[^,}]*/, ':NaN'),
      `${'['.repeat(100_000)}`,
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      `{"text":"${'x'.repeat(1_499_000)}","voice_id":"af_heart"}`,
      `{"text":"${'x'.repeat(1_500_001)}"}`,
    ),
  );
}

const rawBytes: fc.Arbitrary<Body> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ type: JSON_TYPE, bytes: Buffer.from(bytes) })),
  fc.constantFrom<Body>(
    { type: JSON_TYPE, bytes: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) },
    { type: JSON_TYPE, encoding: 'gzip', bytes: gzipSync('{"text":"hi","voice_id":"af_heart"}') },
    { type: JSON_TYPE, encoding: 'gzip', bytes: Buffer.from('{"text":"not gzip"}') },
    { type: JSON_TYPE, encoding: 'br, deflate, x', bytes: Buffer.from('{}') },
    { type: null, bytes: Buffer.from('{"text":"no type"}') },
  ),
);

const PARTS = [
  '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nHello\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\nContent-Disposition: form-data; name="f"; filename="../../etc/passwd"\r\n\r\nx',
  '--x\r\n\r\n--x--',
  '--x',
  '--y\r\n\r\n',
  `--x\r\n${'A: b\r\n'.repeat(2_500)}\r\n--x--`,
];

const multiparts: fc.Arbitrary<Body> = fc
  .constantFrom(...PARTS)
  .map((part) => ({ type: 'multipart/form-data; boundary=x', bytes: Buffer.from(part) }));

import fc from 'fast-check';
import { encodeWav } from '../../engines/codec/index.ts';
import { sound } from '../../tests/support/media-files.ts';
import type { JsonSchema } from '../../tests/support/operations.ts';
import type { Body } from './bodies.ts';
import { nastyStrings } from './nasty.ts';

const TYPE = 'multipart/form-data; boundary=x';
const SOUND = encodeWav([Float32Array.from({ length: 800 }, (_, i) => 0.3 * Math.sin(i / 3))], 8_000);
const FILES = [
  ...Array<Buffer>(4).fill(SOUND),
  Buffer.alloc(0),
  SOUND.subarray(0, 30),
  Buffer.from('not a sound'),
  Buffer.concat([SOUND.subarray(0, 44), Buffer.alloc(900, 0xff)]),
];

/** A file, and sometimes a field of the form with an arbitrary value. */
export function formsFor(schema: JsonSchema): fc.Arbitrary<Body> {
  const [files, names] = partNames(schema);
  const field = fc.tuple(fc.constantFrom(...names, 'other'), nastyStrings.map(oneLine));
  const file = fc.tuple(fc.constantFrom(...FILES), fc.constantFrom(...files, ...files, 'audio'));
  const fields = fc.oneof({ arbitrary: fc.constant([]), weight: 2 }, fc.array(field, { maxLength: 2 }));
  return fc.tuple(file, fields).map(([[bytes, name], given]) => form(bytes, name, given));
}

/** This is long enough for a voice sample. */
const GOOD_SOUND = sound(6);

/** A valid audio file, consent where the form asks for it, and examples of what else is required. */
export function goodFormFor(schema: JsonSchema): Body {
  const [[name = 'file'], fields] = partNames(schema);
  const examples = (schema.required ?? []).flatMap((field): [string, string][] => {
    const [example] = schema.properties?.[field]?.examples ?? [];
    return example === undefined ? [] : [[field, String(example)]];
  });
  return form(GOOD_SOUND, name, fields.includes('consent') ? [...examples, ['consent', 'true']] : examples);
}

export function form(bytes: Buffer, name: string, fields: readonly [name: string, value: string][]): Body {
  return {
    type: TYPE,
    bytes: Buffer.concat([
      ...fields.map(([own, value]) => Buffer.from(`${head(own)}\r\n\r\n${value}\r\n`)),
      Buffer.from(`${head(name)}; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--x--\r\n'),
    ]),
  };
}

export function partNames({ properties = {} }: JsonSchema): [files: string[], fields: string[]] {
  const names = Object.keys(properties);
  const isFile = (name: string) => (properties[name]?.items ?? properties[name])?.format === 'binary';
  return [names.filter(isFile), names.filter((name) => !isFile(name))];
}

function head(name: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"`;
}

function oneLine(text: string): string {
  return text.slice(0, 300).toWellFormed().replaceAll('\r', ' ');
}

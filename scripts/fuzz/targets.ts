import fc from 'fast-check';
import type { Operation, Parameter } from '../../tests/support/operations.ts';
import { nastyStrings } from './nasty.ts';
import { validValues } from './valid.ts';

const RAW_IDS = [
  '%',
  '%zz',
  '%00',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..',
  '%ed%a0%80',
  '%ff%fe',
  '..',
  '.',
  '*',
  ':id',
  '{id}',
  ';a=b',
  'x'.repeat(511),
  'x'.repeat(513),
  'x'.repeat(9_000),
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '019b76da-a800-7000-8000-00000000000',
  '{019b76da-a800-7000-8000-000000000000}',
];

const RAW_QUERIES = [
  '',
  '?',
  '?&&&',
  '?=',
  '?%',
  '?a=%zz',
  '?limit=%00',
  '?limit=1&limit=2',
  '?limit[]=1&limit[a]=2',
  '?__proto__=1&__proto__[x]=2&constructor=3',
  `?${'a=b&'.repeat(1_500)}`,
  `?cursor=${Buffer.from('019b76da-a800-7000-8000-000000000000').toString('base64url')}`,
  `?cursor=${Buffer.from('not a uuid').toString('base64url')}`,
  '?from=2026-01-02&to=2026-01-01',
  '?from=1999-01-01&to=9001-01-01',
  '?from=2026-01-01T00:00:00.000000000001Z',
];

/** Paths with valid and invalid ids, and queries for the operation's parameters. */
export function targetsFor(operation: Operation, ids: string[]): fc.Arbitrary<string> {
  const parameters = operation.parameters ?? [];
  const id = fc.oneof(
    { arbitrary: fc.constantFrom(...ids), weight: 3 },
    { arbitrary: fc.constantFrom(...RAW_IDS), weight: 3 },
    { arbitrary: fc.uuid(), weight: 1 },
    { arbitrary: nastyStrings.map(encode), weight: 2 },
  );
  const path = operation.path.includes('{')
    ? id.map((value) => operation.path.replace(/\{\w+\}/g, () => value))
    : fc.constantFrom(...Array(12).fill(operation.path), `${operation.path}/`, `/${operation.path}`);
  const query = fc.oneof(
    { arbitrary: queriesFor(parameters.filter((one) => one.in === 'query')), weight: 4 },
    { arbitrary: fc.constantFrom(...RAW_QUERIES), weight: 1 },
  );
  return fc.tuple(path, query).map((parts) => parts.join(''));
}

function queriesFor(parameters: Parameter[]): fc.Arbitrary<string> {
  if (parameters.length === 0) return fc.constant('');
  const pair = fc.constantFrom(...parameters).chain(({ name, schema }) => {
    const value = fc.oneof(validValues(schema, name).map(String), nastyStrings);
    return value.map((text) => `${encode(name)}=${encode(text)}`);
  });
  return fc.array(pair, { maxLength: 3 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
}

/** Long enough to test the limits, short enough to stay a request line. */
function encode(text: string): string {
  return encodeURIComponent(text.slice(0, 600).toWellFormed());
}

import fc from 'fast-check';
import { accepts, type Operation } from '../../tests/support/operations.ts';
import { type Body, bodiesFor, goodBodiesFor } from './bodies.ts';
import type { CallerKind } from './callers.ts';
import { formsFor, goodFormFor } from './forms.ts';
import { callerKinds, type Header, NO_HOST, oddHeaders } from './headers.ts';
import { targetsFor } from './targets.ts';
import { GOOD_BODIES } from './valid.ts';

/** The body is framed in one of these ways. The last four do not match its length. */
const FRAMINGS = ['length', 'chunked', 'short', 'long', 'broken-chunks', 'none'] as const;
type Framing = (typeof FRAMINGS)[number];

export type FuzzRequest = {
  method: string;
  target: string;
  caller: CallerKind;
  headers: Header[];
  body: Body | null;
  framing: Framing;
};

export function requestsFor(operation: Operation, ids: string[]): fc.Arbitrary<FuzzRequest> {
  const schema = operation.requestBody?.content['application/json']?.schema ?? null;
  const form = operation.requestBody?.content['multipart/form-data']?.schema ?? null;
  const { method } = operation;
  const own = fc.constant(callerOf(operation));
  const noBody = fc.constant(null);
  const bodies = schema ? bodiesFor(schema) : fc.oneof({ arbitrary: noBody, weight: 4 }, bodiesFor(null));
  return fc.record({
    method: fc.oneof(
      { arbitrary: fc.constant(method), weight: 40 },
      {
        arbitrary: fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PURGE'),
        weight: 1,
      },
    ),
    target: targetsFor(operation, ids),
    caller: fc.oneof({ arbitrary: own, weight: 3 }, { arbitrary: callerKinds, weight: 1 }),
    headers: oddHeaders,
    body: form ? fc.oneof(formsFor(form), bodies) : bodies,
    framing: fc.oneof(
      { arbitrary: fc.constant<Framing>('length'), weight: 16 },
      { arbitrary: fc.constantFrom(...FRAMINGS), weight: 1 },
    ),
  });
}

/** Valid requests, so that every operation also succeeds whatever the random ones do. */
export function goodRequestsFor(operation: Operation, ids: string[]): fc.Arbitrary<FuzzRequest> {
  const content = operation.requestBody?.content;
  const schema = content?.['application/json']?.schema;
  const form = content?.['multipart/form-data']?.schema;
  const goodBody = (): fc.Arbitrary<Body | null> => {
    if (form && !Object.hasOwn(GOOD_BODIES, operation.path)) return fc.constant(goodFormFor(form));
    return schema ? goodBodiesFor(schema, operation.path) : fc.constant(null);
  };
  return fc.record({
    method: fc.constant(operation.method),
    target: fc.constantFrom(...ids).map((id) => operation.path.replace(/\{\w+\}/g, () => id)),
    caller: fc.constant(callerOf(operation)),
    headers: fc.constant([]),
    body: goodBody(),
    framing: fc.constant<Framing>('length'),
  });
}

export function callerOf(operation: Operation): CallerKind {
  if (accepts(operation, 'apiKey')) return 'key';
  return operation.path.startsWith('/api/admin') ? 'admin' : 'session';
}

export type WireRequest = { bytes: Buffer; bodyless: boolean; hangUp: boolean };

export function toWire(request: FuzzRequest, proof: Header[]): WireRequest {
  const { method, target, headers, body, framing } = request;
  const own = new Set(headers.map(([name]) => name.toLowerCase()));
  const host: Header[] = own.has(NO_HOST) ? [] : [['Host', 'localhost']];
  const usual: Header[] = [...host, ...proof, ...typeOf(body)];
  const framed = frame(body?.bytes ?? null, framing);
  const lines = [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...headers, ...framed.headers]
    .filter(([name]) => name !== NO_HOST)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const head = `${method} ${target} HTTP/1.1\r\n${lines}\r\n`;
  const liesItself = own.has('content-length') || own.has('transfer-encoding');
  return {
    bytes: Buffer.concat([Buffer.from(head, 'latin1'), framed.bytes]),
    bodyless: method === 'HEAD',
    hangUp: framing === 'long' || framing === 'broken-chunks' || liesItself,
  };
}

function typeOf(body: Body | null): Header[] {
  if (!body) return [];
  const type: Header[] = body.type === null ? [] : [['Content-Type', body.type]];
  return body.encoding ? [...type, ['Content-Encoding', body.encoding]] : type;
}

function frame(bytes: Buffer | null, framing: Framing): { headers: Header[]; bytes: Buffer } {
  if (!bytes) return { headers: [], bytes: Buffer.alloc(0) };
  const length = (stated: number): Header[] => [['Content-Length', String(stated)]];
  const chunk = Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  const chunked: Header[] = [['Transfer-Encoding', 'chunked']];
  const end = Buffer.from('0\r\n\r\n');
  switch (framing) {
    case 'length':
      return { headers: length(bytes.length), bytes };
    case 'short':
      return { headers: length(Math.max(0, bytes.length - 1)), bytes };
    case 'long':
      return { headers: length(bytes.length + 7), bytes };
    case 'none':
      return { headers: [], bytes };
    case 'chunked':
      return { headers: chunked, bytes: bytes.length > 0 ? Buffer.concat([chunk, end]) : end };
    case 'broken-chunks':
      return { headers: chunked, bytes: Buffer.concat([Buffer.from('zz\r\n'), bytes]) };
  }
}

import fc from 'fast-check';
import type { CallerKind } from './callers.ts';
import { KINDS } from './callers.ts';

export type Header = [string, string];

/** Leaves the Host header out. */
export const NO_HOST = 'no host';

const ODD: Header[] = [
  ['Authorization', ''],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer '],
  ['Authorization', 'Bearer sk_live_'],
  ['Authorization', `Bearer sk_live_${'a'.repeat(40)}`],
  ['Authorization', `Bearer ${'x'.repeat(8_000)}`],
  ['Authorization', 'Basic dXNlcjpwYXNz'],
  ['Authorization', 'bearer\tsk_live_x'],
  ['Cookie', 'vox_session='],
  ['Cookie', 'vox_session=%'],
  ['Cookie', 'vox_session=%E0%A4%A'],
  ['Cookie', '__proto__=x; constructor=y; ; =; ='],
  ['Cookie', `vox_session=${'a'.repeat(43)}.${'b'.repeat(43)}`],
  ['Cookie', 'a=b; '.repeat(500)],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Origin', '::not a url'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['X-CSRF-Token', ''],
  ['X-CSRF-Token', 'é'],
  ['Idempotency-Key', 'a'],
  ['Idempotency-Key', 'b'],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', ' '],
  ['Idempotency-Key', 'k'.repeat(255)],
  ['Idempotency-Key', 'k'.repeat(256)],
  ['Idempotency-Key', 'clé\t'],
  ['X-Request-Id', 'trace-1'],
  ['X-Request-Id', 'a b'],
  ['X-Request-Id', 'r'.repeat(129)],
  ['X-Request-Id', 'é%0d%0a'],
  ['X-Worker-Secret', 'guess'],
  ['X-Forwarded-For', '::, 999.1.1.1'],
  ['X-Forwarded-Proto', 'gopher'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Accept', '*/*;q=x, ,'],
  ['Accept-Encoding', 'gzip;q=0, nonsense'],
  ['Accept-Version', '9.9.9'],
  ['Range', 'bytes=-1-'],
  ['If-None-Match', '"'],
  ['Expect', '100-continue'],
  ['Expect', 'the unexpected'],
  ['Upgrade', 'websocket'],
  ['Host', ''],
  [NO_HOST, ''],
  ['Host', 'a b'],
  ['Host', '[::'],
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '99999999999999999999'],
  ['Transfer-Encoding', 'chunked, chunked'],
  ['Transfer-Encoding', 'gzip'],
  ['Access-Control-Request-Method', 'BREW'],
  ['X-Nul', 'a\0b'],
  ['X-Break', 'a\r\nX-Second: b'],
  ['X-Huge', 'h'.repeat(17_000)],
  ['Bad Name', 'x'],
];

export const callerKinds: fc.Arbitrary<CallerKind> = fc.constantFrom(...KINDS, 'key', 'session', 'admin');

/** Most requests have no odd headers, so that errors in their bodies are reached. */
export const oddHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { arbitrary: fc.constant<Header[]>([]), weight: 5 },
  { arbitrary: fc.uniqueArray(fc.constantFrom(...ODD), { minLength: 1, maxLength: 3 }), weight: 4 },
);

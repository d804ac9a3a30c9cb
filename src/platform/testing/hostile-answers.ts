import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * A careful client makes this of an answer: the whole body; a body that is not what was asked for; another status; a
 * redirect; a connection that breaks; more than any limit; or nothing until its own deadline. `either` is whole or
 * broken, as the pieces happen to arrive.
 */
export type Ending = 'whole' | 'nonsense' | 'status' | 'redirect' | 'broken' | 'large' | 'never' | 'either';

export type Answer = {
  ends: Ending;
  /** Speaks to a client that begins a TLS handshake. */
  tls?: true;
  /** Speaks before it is asked. */
  unasked?: true;
  talk(socket: Socket, body: Buffer): void;
};

const OK = 'HTTP/1.1 200 OK\r\n';
const lengthOf = (body: Buffer): string => `content-length: ${body.length}\r\n\r\n`;
const half = (body: Buffer): Buffer => body.subarray(0, body.length / 2);
const chunk = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

/** Writes the head and the body at once, and leaves the connection open. */
const say =
  (head: string, body: Buffer | string = '') =>
  (socket: Socket) =>
    void socket.write(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
/** The same, and closes. */
const sayAndClose =
  (head: string, body: Buffer | string = '') =>
  (socket: Socket) =>
    void socket.end(Buffer.concat([Buffer.from(head), Buffer.from(body)]));
const status = (line: string): Answer => ({
  ends: 'status',
  talk: sayAndClose(`HTTP/1.1 ${line}\r\ncontent-length: 2\r\n\r\n`, '{}'),
});
const redirect = (line: string, location = ''): Answer => ({
  ends: 'redirect',
  talk: sayAndClose(`HTTP/1.1 ${line}\r\n${location}content-length: 0\r\n\r\n`),
});
const never = (talk: Answer['talk']): Answer => ({ ends: 'never', talk });
const broken = (talk: Answer['talk']): Answer => ({ ends: 'broken', talk });
const whole = (talk: Answer['talk']): Answer => ({ ends: 'whole', talk });
const nonsense = (head: string, body: Buffer | string = ''): Answer => ({
  ends: 'nonsense',
  talk: sayAndClose(`${OK}${head}${lengthOf(Buffer.from(body))}`, body),
});
const tls = (ends: Ending, talk: Answer['talk']): Answer => ({ ends, tls: true, talk });

/** Writes again and again until the client leaves. */
function repeat(socket: Socket, piece: Buffer | string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the client reads, until it leaves. */
function flood(socket: Socket, piece: Buffer): void {
  const pour = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

const BOMB = gzipSync(Buffer.alloc(64_000_000));
/** The beginning of a handshake message, type 2, 70 bytes long. */
const SERVER_HELLO = Buffer.from([0x16, 0x03, 0x03, 0x00, 0x4a, 0x02, 0x00, 0x00, 0x46, 0x03, 0x03, 0x00]);
const NO_SUCH_PROTOCOL = Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x78]);
/** An empty SETTINGS frame of HTTP/2. */
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

/** Ways to answer a request, by name. */
export const ANSWERS: Record<string, Answer> = {
  'closes at once': { ends: 'broken', unasked: true, talk: (socket) => void socket.end() },
  'resets at once': { ends: 'broken', unasked: true, talk: (socket) => void socket.resetAndDestroy() },
  'closes when it is asked': broken((socket) => void socket.end()),
  'resets when it is asked': broken((socket) => void socket.resetAndDestroy()),
  'closes within the status line': broken(sayAndClose('HTTP/1.1 20')),
  'closes within the headers': broken(sayAndClose(`${OK}content-type: au`)),
  'closes after the headers': broken(sayAndClose(`${OK}content-length: 1000\r\n\r\n`)),
  'closes in the middle of the body': broken((socket, body) =>
    sayAndClose(OK + lengthOf(body), half(body))(socket),
  ),
  'resets in the middle of the body': broken((socket, body) =>
    socket.write(Buffer.concat([Buffer.from(OK + lengthOf(body)), half(body)]), () =>
      socket.resetAndDestroy(),
    ),
  ),
  'HTTP/1.0, with a length, and closes': whole((socket, body) =>
    sayAndClose(`HTTP/1.0 200 OK\r\nconnection: close\r\n${lengthOf(body)}`, body)(socket),
  ),
  'HTTP/1.0, without a length': whole((socket, body) =>
    sayAndClose('HTTP/1.0 200 OK\r\nconnection: close\r\n\r\n', body)(socket),
  ),
  'HTTP/1.1, without a length': whole((socket, body) => sayAndClose(`${OK}\r\n`, body)(socket)),
  'keeps the connection open': whole((socket, body) => say(OK + lengthOf(body), body)(socket)),
  'says it closes, and does not': whole((socket, body) =>
    say(`${OK}connection: close\r\n${lengthOf(body)}`, body)(socket),
  ),
  'answers before it is asked': {
    ends: 'either',
    unasked: true,
    talk: (socket, body) => say(OK + lengthOf(body), body)(socket),
  },
  'answers twice': {
    ends: 'either',
    talk: (socket, body) =>
      say(OK + lengthOf(body), Buffer.concat([body, Buffer.from(OK + lengthOf(body)), body]))(socket),
  },
  'sends more than its length': {
    ends: 'either',
    talk: (socket, body) =>
      sayAndClose(OK + lengthOf(body), Buffer.concat([body, Buffer.alloc(100_000)]))(socket),
  },
  'a length that is too long, and closes': broken((socket, body) =>
    sayAndClose(`${OK}content-length: ${body.length + 1}\r\n\r\n`, body)(socket),
  ),
  'a length that is too long, and waits': never((socket, body) =>
    say(`${OK}content-length: ${body.length + 1}\r\n\r\n`, body)(socket),
  ),
  'announces ten gigabytes': {
    ends: 'large',
    talk: say(`${OK}content-length: 10000000000\r\n\r\n`, ' '.repeat(100_000)),
  },
  'sends without end': {
    ends: 'large',
    talk: (socket) => {
      socket.write(`${OK}\r\n`);
      flood(socket, Buffer.alloc(256_000, ' '));
    },
  },
  'two lengths': broken(say(`${OK}content-length: 2\r\ncontent-length: 3\r\n\r\n`, '{} ')),
  'a length and chunks': broken(
    say(`${OK}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n`, chunk(Buffer.from('{}'))),
  ),
  'a negative length': broken(say(`${OK}content-length: -1\r\n\r\n`, '{}')),
  'a length that is no number': broken(say(`${OK}content-length: many\r\n\r\n`, '{}')),
  chunks: whole((socket, body) => {
    const first = half(body);
    const rest = body.subarray(half(body).length);
    say(CHUNKED, Buffer.concat([chunk(first), chunk(rest), Buffer.from('0\r\n\r\n')]))(socket);
  }),
  'chunks with trailers': whole((socket, body) =>
    say(CHUNKED, Buffer.concat([chunk(body), Buffer.from('0\r\nx-sum: 7\r\n\r\n')]))(socket),
  ),
  'chunks with a length at the end': broken(
    say(CHUNKED, Buffer.concat([chunk(Buffer.from('{}')), Buffer.from('0\r\ncontent-length: 1\r\n\r\n')])),
  ),
  'chunks that break off': broken((socket, body) => sayAndClose(CHUNKED, chunk(body))(socket)),
  'chunks that break off within one': broken((socket, body) =>
    sayAndClose(CHUNKED, half(chunk(body)))(socket),
  ),
  'chunks without an end': never((socket, body) => say(CHUNKED, chunk(body))(socket)),
  'a chunk of no size': broken(say(CHUNKED, 'zz\r\n{}\r\n0\r\n\r\n')),
  'a chunk larger than any number': broken(say(CHUNKED, `${'f'.repeat(40)}\r\n{}`)),
  'says nothing': never(() => undefined),
  'a byte at a time': never((socket) => {
    socket.write(`${OK}content-length: 100000\r\n\r\n`);
    repeat(socket, ' ', 20);
  }),
  'headers a byte at a time': never((socket) => {
    socket.write(`${OK}x-slow: `);
    repeat(socket, 'a', 20);
  }),
  'a chain of redirects': redirect('301 Moved Permanently', 'location: /next\r\n'),
  'a redirect to itself': redirect('302 Found', 'location: /\r\n'),
  'a redirect to a private address': redirect(
    '307 Temporary Redirect',
    'location: http://169.254.169.254/latest/meta-data\r\n',
  ),
  'a redirect to a file': redirect('308 Permanent Redirect', 'location: file:///etc/passwd\r\n'),
  'a redirect to nowhere': redirect('302 Found'),
  'early hints, then the answer': whole((socket, body) =>
    say('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(200) + OK + lengthOf(body), body)(socket),
  ),
  'early hints without end': never((socket) =>
    repeat(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100), 20),
  ),
  'continue, which nobody asked for': broken(say('HTTP/1.1 100 Continue\r\n\r\n')),
  'switches protocols': broken(
    say('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  ),
  'a header of a megabyte': broken(say(`${OK}x-long: ${'a'.repeat(1_000_000)}\r\n\r\n`)),
  'fifty thousand headers': broken(say(`${OK}${'x-a: b\r\n'.repeat(50_000)}\r\n`)),
  'a header with a NUL': broken(say(`${OK}x-a: \0\r\ncontent-length: 2\r\n\r\n`, '{}')),
  HTML: nonsense('content-type: text/html\r\n', '<!doctype html><title>Sign in</title>'),
  'an empty body': nonsense(''),
  'a gzip bomb': nonsense('content-type: application/json\r\ncontent-encoding: gzip\r\n', BOMB),
  'gzip that is none': nonsense('content-encoding: gzip\r\n', 'not gzip'),
  'a hundred encodings': nonsense(
    `content-encoding: ${Array(100).fill('gzip').join(', ')}\r\n`,
    'none of them',
  ),
  'a range': status('206 Partial Content\r\ncontent-range: bytes 0-1/1000'),
  'no content': { ends: 'status', talk: sayAndClose('HTTP/1.1 204 No Content\r\n\r\n') },
  'not found': status('404 Not Found'),
  'too many requests': status('429 Too Many Requests\r\nretry-after: 99999999'),
  'a server error': status('500 Internal Server Error'),
  'a status of its own': status('799 Whatever'),
  'not HTTP at all': broken(say('SSH-2.0-OpenSSH_9.9\r\n')),
  'a version of its own': broken(say('HTTP/9.9 200 OK\r\ncontent-length: 2\r\n\r\n{}')),
  'HTTP/2 only': broken(say('', SETTINGS)),
  'TLS that says nothing': tls('never', () => undefined),
  'TLS that stops in the middle of the handshake': tls('never', say('', SERVER_HELLO)),
  'TLS that closes': tls('broken', (socket) => void socket.end()),
  'TLS that is plain HTTP': tls('broken', sayAndClose(`${OK}content-length: 2\r\n\r\n`, '{}')),
  'TLS for HTTP/2 only': tls('broken', sayAndClose('', NO_SUCH_PROTOCOL)),
};

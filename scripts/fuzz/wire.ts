import { connect } from 'node:net';

export type WireAnswer = { status: number; headers: Record<string, string>; body: Buffer };

/** `silence`: the connection closed, or stayed open past the time, without a whole answer. */
export type Exchange = { answer: WireAnswer } | { silence: 'closed' | 'timeout' };

type Options = { port: number; bytes: Buffer; bodyless: boolean; hangUp: boolean; timeoutMs: number };

/** Sends bytes as they are: no client library would let a lie through. `hangUp` ends our side after the last byte. */
export function exchange({ port, bytes, bodyless, hangUp, timeoutMs }: Options): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const timer = setTimeout(() => finish({ silence: 'timeout' }), timeoutMs);
    function finish(result: Exchange) {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    }
    socket.on('connect', () => (hangUp ? socket.end(bytes) : socket.write(bytes)));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const answer = parseAnswer(received, bodyless);
      if (answer) finish({ answer });
    });
    // A server may refuse and close while we still write; what counts is what it said before.
    socket.on('error', () => undefined);
    socket.on('close', () => finish({ silence: 'closed' }));
  });
}

/** Null until the whole answer is there. Interim answers (1xx) are skipped. */
export function parseAnswer(bytes: Buffer, bodyless: boolean): WireAnswer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseAnswer(rest, bodyless);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), value.join(':').trim()];
    }),
  );
  if (bodyless || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) };
  const body =
    headers['transfer-encoding'] === 'chunked'
      ? dechunk(rest)
      : rest.length >= Number(headers['content-length'] ?? 0)
        ? rest.subarray(0, Number(headers['content-length'] ?? 0))
        : null;
  return body && { status, headers, body };
}

function dechunk(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16);
    if (size === 0) return Buffer.concat(chunks);
    if (bytes.length < lineEnd + 4 + size) return null;
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 4 + size;
  }
}

import { connect } from 'node:net';

export type WireResponse = { status: number; headers: Record<string, string>; body: Buffer };

/** `silence`: the connection closed or timed out without a complete response. */
export type Exchange = { answer: WireResponse } | { silence: 'closed' | 'timeout' };

export type ExchangeOptions = {
  port: number;
  bytes: Buffer;
  bodyless: boolean;
  hangUp: boolean;
  timeoutMs: number;
  /** The response is a stream of events that ends only when we leave: its head is enough. */
  endless: boolean;
};

/** Sends raw bytes, because client libraries refuse malformed requests. `hangUp` ends our side after the last byte. */
export function exchange({
  port,
  bytes,
  bodyless,
  hangUp,
  timeoutMs,
  endless,
}: ExchangeOptions): Promise<Exchange> {
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
      const answer = parseResponse(received, bodyless) ?? (endless ? openStream(received) : null);
      if (answer) finish({ answer });
    });
    // A server may respond and close while we are still writing; the response is what counts.
    socket.on('error', () => undefined);
    socket.on('close', () => finish({ silence: 'closed' }));
  });
}

function openStream(bytes: Buffer): WireResponse | null {
  const head = parseResponse(bytes, true);
  return head?.headers['content-type']?.startsWith('text/event-stream') ? head : null;
}

/** Null until the response is complete. Skips interim responses (1xx). */
function parseResponse(bytes: Buffer, bodyless: boolean): WireResponse | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [statusLine = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(statusLine)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status < 200) return parseResponse(rest, bodyless);
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

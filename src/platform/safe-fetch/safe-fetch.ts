import { Client, type Dispatcher, errors } from 'undici';
import { realDeadline } from '../deadline.ts';
import { DomainError } from '../errors.ts';
import { OutboundFailed } from './errors.ts';
import { createConnector, type Lookup } from './guarded-connector.ts';
import { isLetThrough, judgeUrl, type OutboundPolicy } from './judge-url.ts';

export type SafeFetchOptions = OutboundPolicy & {
  maxBytes: number;
  /** A body over `maxBytes` is refused or cut. A cut body is not read further. Default: `refuse`. */
  overflow?: 'refuse' | 'cut';
  /** The time runs from the call to the last byte: DNS, connection, headers and body. */
  timeoutMs: number;
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT';
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** Replaces the system's resolver in tests. */
  lookup?: Lookup;
};

export type SafeResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body is as received. Nothing is decompressed, so nothing can expand beyond `maxBytes`. */
  body: Buffer;
};

/** A body that fits is read in one go, without pausing its connection. */
const READ_AHEAD_BYTES = 1_000_000;

export function safeFetch(input: string | URL, options: SafeFetchOptions): Promise<SafeResponse> {
  return visit(input, options, async (response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of bounded(response, options)) chunks.push(chunk);
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
  });
}

/** Requests a URL given by a customer. Follows no redirects, uses no proxy, keeps no connection open. */
export async function visit<Result>(
  input: string | URL,
  options: SafeFetchOptions,
  read: (response: Dispatcher.ResponseData) => Promise<Result>,
): Promise<Result> {
  const url = judgeUrl(input, options);
  options.signal?.throwIfAborted();
  const timeout = (options.deadline ?? realDeadline)(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  const client = new Client(url.origin, {
    connect: createConnector({
      letThrough: isLetThrough(url, options),
      timeoutMs: options.timeoutMs,
      lookup: options.lookup,
      signal,
    }),
    allowH2: false,
    // Our own deadline covers the whole request; these would only cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // A request's own signal has no effect before there is a connection; destroying the client always works.
  const stop = (): void => {
    const reason: unknown = signal.reason;
    client.destroy(reason instanceof Error ? reason : null).catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const response = await client.request({
      path: url.pathname + url.search,
      method: options.method ?? 'GET',
      headers: { 'user-agent': 'vox-humana', 'accept-encoding': 'identity', ...options.headers },
      body: options.body ?? null,
      highWaterMark: READ_AHEAD_BYTES,
    });
    refuseRedirect(response.statusCode);
    return await read(response);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw toDomain(error, timeout);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

function refuseRedirect(status: number): void {
  if (status >= 300 && status < 400 && status !== 304) throw new OutboundFailed('outbound_redirect', status);
}

export async function* bounded(
  { headers, body }: Dispatcher.ResponseData,
  { maxBytes, overflow }: Pick<SafeFetchOptions, 'maxBytes' | 'overflow'>,
): AsyncGenerator<Buffer> {
  const announced = Number(headers['content-length']);
  if (overflow !== 'cut' && announced > maxBytes) throw new OutboundFailed('outbound_too_large');
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      yield chunk;
      continue;
    }
    if (overflow !== 'cut') throw new OutboundFailed('outbound_too_large');
    yield chunk.subarray(0, chunk.length - (bytes - maxBytes));
    return;
  }
}

function toDomain(error: unknown, timeout: AbortSignal): DomainError {
  if (error instanceof DomainError) return error;
  const late = timeout.aborted || error instanceof errors.ConnectTimeoutError;
  return new OutboundFailed(late ? 'outbound_timeout' : 'outbound_unreachable', error);
}

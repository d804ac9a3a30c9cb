import { Agent, fetch, type RequestInit, type Response } from 'undici';

export type OperatorRequest = Pick<RequestInit, 'method' | 'headers' | 'body' | 'duplex' | 'signal'>;
export type OperatorResponse = Response;

/** HTTP/2 would be a second protocol to trust, and no operator's host needs it. What no signal ends, five silent minutes do. */
const agent = new Agent({ allowH2: false });

/**
 * Requests a host that the operator named, so a private one is as good as any. The keys go to that host and to no other.
 * Node's own `fetch` is not used: up to Node 24 it brings an undici that ends the process when a host closes its connection
 * before its answer was read (nodejs/undici#5360).
 */
export function operatorFetch(url: string | URL, request: OperatorRequest): Promise<Response> {
  return fetch(url, { ...request, redirect: 'error', dispatcher: agent });
}

/** The body, decompressed as its headers say. Throws beyond `maxBytes`, so that nothing can expand without end. */
export async function boundedText(
  body: AsyncIterable<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

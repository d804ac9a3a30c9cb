import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type OperatorRequest, type OperatorResponse, operatorFetch } from '../../platform/operator-fetch.ts';
import { currentSpan, traceparentOf } from '../../platform/tracing/index.ts';
import { type Lease, LeaseLost } from '../jobs/index.ts';
import { retryWhile } from './retry.ts';

const CALL_TIMEOUT_MS = 60_000;

/** An error response from the server or from a proxy in between. */
export class ServerRefused extends Error {
  readonly status: number;
  constructor(status: number, what: string, text: string) {
    super(`${what}: ${status} ${text.slice(0, 300)}`);
    this.name = 'ServerRefused';
    this.status = status;
  }
}

/** The calls of a worker to its server. They throw `LeaseLost` if another worker holds the job, else `ServerRefused`. */
export function callsTo({ server, secret }: { server: string; secret: string }) {
  const root = new URL('/api/internal/workers/', server);

  async function call(method: string, path: string, init: OperatorRequest): Promise<OperatorResponse> {
    const span = currentSpan();
    const trace = span && { traceparent: traceparentOf(span) };
    const headers = { 'x-worker-secret': secret, ...trace, ...init.headers };
    const response = await operatorFetch(new URL(path, root), { ...init, method, headers });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 409) throw new LeaseLost();
    throw new ServerRefused(response.status, `${method} ${path}`, text);
  }

  return {
    post: (path: string, body: object, lease?: Lease, signal = AbortSignal.timeout(CALL_TIMEOUT_MS)) =>
      call('POST', path, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(lease && { 'x-lease-token': lease.token }) },
        signal,
      }),
    async download(path: string, lease: Lease): Promise<Readable> {
      const { body } = await call('GET', path, { headers: { 'x-lease-token': lease.token } });
      if (!body) throw new Error(`the response for ${path} has no body`);
      return Readable.from(body);
    },
    async upload(
      to: string,
      lease: Lease,
      { path, contentType }: { path: string; contentType: string },
      signal: AbortSignal,
    ): Promise<void> {
      const { size } = await stat(path);
      const file = createReadStream(path);
      const headers = {
        'x-lease-token': lease.token,
        'content-type': contentType,
        'content-length': String(size),
      };
      try {
        await call('PUT', to, { body: file, duplex: 'half', headers, signal });
      } finally {
        // `fetch` leaves it open when the server is away or refuses it early.
        file.destroy();
      }
    },
    async remove(path: string, signal: AbortSignal): Promise<void> {
      await call('DELETE', path, { signal });
    },
  };
}

/** A server that restarts should not waste what a worker has done. */
export const retrying = <Result>(call: () => Promise<Result>): Promise<Result> =>
  retryWhile(
    (error) => !(error instanceof LeaseLost || (error instanceof ServerRefused && error.status < 500)),
    call,
  );

import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, InjectOptions } from 'fastify';

export type File = { name: string; content: Iterable<Buffer> | AsyncIterable<Buffer> };
type Body = { json?: object; form?: { fields: Record<string, unknown>; file?: File } };
type Query = Record<string, unknown>;
type Answer = { headers: Record<string, unknown>; body: Buffer };

/** Calls the service's own routes as the caller, so that tools obey the same limits, prices and rules as the API. */
export type Api = {
  get(path: string, query?: Query): Promise<Answer>;
  /** Aborted with the call, unless `finish` is set. */
  post(path: string, body: Body, options?: { accept?: string; finish?: boolean }): Promise<Answer>;
  /** A deletion is never aborted: it undoes what an aborted call began. */
  delete(path: string): Promise<Answer>;
  /** Streams a response. The signal ends it. */
  open(path: string, signal: AbortSignal, accept?: string): Promise<Readable>;
};

/** An error response, in words that an assistant can act on. */
export class ApiError extends Error {
  readonly code: string | undefined;
  constructor(status: number, body: Buffer, retryAfter: unknown) {
    const { error, code, request_id } = parse(body);
    const wait = retryAfter === undefined ? '' : ` Try again in ${retryAfter} seconds.`;
    super(`${error ?? `The service answered ${status}.`}${wait} (${status} ${code}, request ${request_id})`);
    this.code = code;
  }
}

function parse(body: Buffer): { error?: string; code?: string; request_id?: string } {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}

/** `signal` aborts what is under way, as when a client of the API closes its connection: nothing is charged. */
export function createApi(app: FastifyInstance, request: FastifyRequest, signal: AbortSignal): Api {
  const { authorization } = request.headers;
  const key = request.headers['idempotency-key'];
  const inherited = { authorization, host: request.host, 'x-request-id': request.id };

  async function call(options: InjectOptions): Promise<Answer> {
    const response = await app.inject({ remoteAddress: request.ip, ...options });
    const { statusCode, headers, rawPayload: body } = response;
    if (statusCode >= 400) throw new ApiError(statusCode, body, headers['retry-after']);
    return { headers, body };
  }

  return {
    get: (path, query = {}) =>
      call({ method: 'GET', url: withQuery(path, query), headers: inherited, signal }),

    async post(path, body, { accept = '*/*', finish = false } = {}) {
      signal.throwIfAborted();
      const { type, content } = encode(body);
      const headers = { ...inherited, accept, ...type, ...(key !== undefined && { 'idempotency-key': key }) };
      // inject's own signal is deaf once the body was read. A failure of the body is heard until the end.
      const payload = Readable.from(content, { autoDestroy: false });
      const abort = () => payload.destroy(signal.reason);
      if (!finish) signal.addEventListener('abort', abort, { once: true });
      try {
        return await call({ method: 'POST', url: path, headers, payload });
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },

    delete: (path) => call({ method: 'DELETE', url: path, headers: inherited }),

    async open(path, until, accept = '*/*') {
      const options = { url: path, headers: { ...inherited, accept }, remoteAddress: request.ip };
      const response = await app.inject({ ...options, signal: until, payloadAsStream: true });
      const stream = response.stream();
      if (response.statusCode < 400) return stream;
      const body = Buffer.concat(await stream.toArray());
      throw new ApiError(response.statusCode, body, response.headers['retry-after']);
    },
  };
}

function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text === '' ? path : `${path}?${text}`;
}

function encode({ json, form }: Body): {
  type: Record<string, string>;
  content: Iterable<Buffer> | AsyncIterable<Buffer>;
} {
  if (form) {
    const boundary = randomUUID();
    const type = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'transfer-encoding': 'chunked',
    };
    return { type, content: formParts(boundary, form) };
  }
  const body = Buffer.from(JSON.stringify(json ?? {}));
  return {
    type: { 'content-type': 'application/json', 'content-length': `${body.length}` },
    content: [body],
  };
}

async function* formParts(
  boundary: string,
  { fields, file }: NonNullable<Body['form']>,
): AsyncGenerator<Buffer> {
  const head = (rest: string) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${rest}\r\n\r\n`);
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    yield head(`name="${name}"`);
    yield Buffer.from(`${typeof value === 'object' ? JSON.stringify(value) : value}\r\n`);
  }
  if (file) {
    yield head(`name="file"; filename="${file.name.replaceAll(/[^\w.-]/gu, '_')}"`);
    yield* file.content;
    yield Buffer.from('\r\n');
  }
  yield Buffer.from(`--${boundary}--\r\n`);
}

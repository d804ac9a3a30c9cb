import { TimeoutError } from '../base-errors.ts';
import { IDEMPOTENT_OPERATIONS } from '../generated/operations.ts';
import { asConnectionError } from '../media.ts';
import { type Body, type EncodedBody, encodeBody } from './bodies.ts';
import { errorFrom } from './errors.ts';
import type { RequestOptions, Settings } from './options.ts';
import { retryDelayMs } from './retries.ts';

export type AnyInput = Body & {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
};

const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * Sends an operation such as `GET /api/v1/jobs/{id}`, again where that is safe. `consume` reads the response; the timeout
 * covers it, and so does a retry.
 */
export async function send<T>(
  settings: Settings,
  operation: string,
  input: AnyInput,
  options: RequestOptions,
  consume: (response: Response) => Promise<T>,
): Promise<T> {
  const [method = '', template = ''] = operation.split(' ');
  const { log } = settings;
  const { maxRetries = settings.maxRetries, signal } = options;
  const url = urlOf(settings.baseUrl, template, input);
  const key = keyFor(operation, options);
  const repeatable = REPEATABLE_METHODS.has(method) || (key !== null && IDEMPOTENT_OPERATIONS.has(operation));
  const encoded = await encodeBody(input);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const init = { method, body: encoded.body, headers: await headersOf(settings, options, encoded, key) };
      return await sendOnce(settings, url, init, options, consume);
    } catch (error) {
      const delayMs = attempt < maxRetries ? retryDelayMs(error, { attempt, repeatable }) : null;
      if (delayMs === null || signal?.aborted) throw error;
      log.info(`${operation} failed; trying again in ${Math.round(delayMs)} ms`, error);
      await settings.sleep(delayMs, signal);
    }
  }
}

type Init = { method: string; headers: Headers; body: EncodedBody['body'] };

async function sendOnce<T>(
  { log, fetch, timeoutMs: defaultMs }: Settings,
  url: string,
  { body, ...init }: Init,
  { signal: outer, timeoutMs = defaultMs }: RequestOptions,
  consume: (response: Response) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new TimeoutError(timeoutMs)), timeoutMs);
  const signal = outer ? AbortSignal.any([outer, late.signal]) : late.signal;
  const began = Date.now();
  try {
    const response = await fetch(url, { ...init, signal, ...(body !== undefined && { body }) });
    const id = response.headers.get('x-request-id');
    log.debug(`${init.method} ${url}: ${response.status} in ${Date.now() - began} ms, request ${id}`);
    if (!response.ok) throw await errorFrom(response);
    return await consume(response);
  } catch (error) {
    throw asConnectionError(error);
  } finally {
    clearTimeout(timer);
  }
}

export function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: AnyInput): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = `${path[name] ?? ''}`;
    // An empty id would turn one route into another.
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`${name} must be an id, not "${value}".`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, `${value}`);
  return `${baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

async function headersOf(
  settings: Settings,
  options: RequestOptions,
  { contentType }: EncodedBody,
  key: string | null,
): Promise<Headers> {
  const headers = new Headers({ ...settings.headers, ...options.headers });
  const apiKey = await settings.apiKey();
  if (apiKey !== null) headers.set('authorization', `Bearer ${apiKey}`);
  if (contentType) headers.set('content-type', contentType);
  if (key !== null) headers.set('idempotency-key', key);
  return headers;
}

function keyFor(operation: string, { idempotencyKey }: RequestOptions): string | null {
  if (idempotencyKey !== undefined) return idempotencyKey;
  return IDEMPOTENT_OPERATIONS.has(operation) ? randomKey() : null;
}

/** `crypto.randomUUID` is missing on pages without HTTPS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

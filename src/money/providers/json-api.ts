import type { Static, TSchema } from '@sinclair/typebox';
import type { TypeCheck } from '@sinclair/typebox/compiler';
import { boundedText, operatorFetch } from '../../platform/operator-fetch.ts';
import { ProviderFailed } from './errors.ts';

export type ApiOptions = { url: string; timeoutMs?: number };

type ApiRequest = {
  method: 'GET' | 'POST';
  path: string;
  query?: Record<string, string>;
  headers: Record<string, string>;
  body?: string;
};

export type ApiReply = { status: number; body: unknown };

export type JsonApi = {
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiReply>;
  /** The body of a reply that is a success and has the expected shape. */
  read<Schema extends TSchema>(check: TypeCheck<Schema>, reply: ApiReply): Static<Schema>;
};

const TIMEOUT_MS = 15_000;
export const MAX_REPLY_BYTES = 8_000_000;
const MAX_REASON_CHARACTERS = 200;

/** A provider's API over HTTP. Nothing is sent twice: a request that was not answered may have been carried out. */
export function createJsonApi(name: string, { url, timeoutMs = TIMEOUT_MS }: ApiOptions): JsonApi {
  return {
    async send({ method, path, query = {}, headers, body }, signal) {
      const search = new URLSearchParams(query).toString();
      try {
        const response = await operatorFetch(`${url}${path}${search && `?${search}`}`, {
          method,
          headers: { accept: 'application/json', ...headers },
          body: body ?? null,
          signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]),
        });
        const text = await boundedText(response.body, MAX_REPLY_BYTES);
        if (response.status >= 500) throw new Error(`${method} ${path}: status ${response.status}`);
        return { status: response.status, body: JSON.parse(text) as unknown };
      } catch (error) {
        signal.throwIfAborted();
        throw new ProviderFailed(name, error);
      }
    },
    read(check, { status, body }) {
      if (status >= 300) throw new ProviderFailed(name, new Error(`status ${status}: ${reasonOf(body)}`));
      if (check.Check(body)) return body;
      const [wrong] = check.Errors(body);
      throw new ProviderFailed(
        name,
        new Error(`unexpected reply at ${wrong?.path || '/'}: ${reasonOf(body)}`),
      );
    },
  };
}

/** Only the provider's own words: the rest may repeat the customer's data, which is not for a log. */
export function reasonOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'no reason given';
  const { code, status_code, message, status_message } = body as Record<string, unknown>;
  const words = [code, status_code, message, status_message].filter((word) => typeof word === 'string');
  return words.join(' ').slice(0, MAX_REASON_CHARACTERS) || 'no reason given';
}

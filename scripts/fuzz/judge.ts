import type { Exchange, WireResponse } from './wire.ts';

/** Internal details that must never reach a caller. */
const LEAKS =
  /node_modules|\.ts:\d|\bat \w+ \(|SELECT |INSERT INTO|SQLSTATE|syntax error at|(sk_live|ek)_[0-9A-Za-z]{20}/;

/** Describes what is wrong with a response; null if nothing is. */
export function faultOf(exchange: Exchange, options: { bodyless: boolean; hangUp: boolean }): string | null {
  if ('silence' in exchange) {
    // A client that disconnects in the middle of a request gets no response; the connection only has to close.
    return exchange.silence === 'closed' && options.hangUp ? null : `no response: ${exchange.silence}`;
  }
  const { status, headers } = exchange.answer;
  if (!(status >= 200 && status < 500)) return `status ${status}`;
  if (!headers['x-request-id']) return `no X-Request-Id on ${status}`;
  return status >= 400 && !options.bodyless ? faultOfError(exchange.answer) : null;
}

function faultOfError({ status, headers, body }: WireResponse): string | null {
  const text = body.toString();
  if (!headers['content-type']?.startsWith('application/json')) return `${status} is not JSON: ${text}`;
  const { error, code, request_id } = JSON.parse(text) as Record<string, unknown>;
  // Under /v1 the error is OpenAI's object, with the message inside.
  const sentence = error !== null && typeof error === 'object' && 'message' in error ? error.message : error;
  if (typeof sentence !== 'string' || sentence === '') return `${status} has no error: ${text}`;
  if (typeof code !== 'string' || !/^[a-z0-9_]+$/.test(code)) return `${status} has no code: ${text}`;
  if (request_id !== headers['x-request-id']) return `${status} has a different request_id: ${text}`;
  return LEAKS.test(text) ? `${status} leaks internal details: ${text}` : null;
}

import Stripe from 'stripe';
import { boundedText, type OperatorRequest, operatorFetch } from '../../../platform/operator-fetch.ts';
import { CardDeclined, ProviderFailed } from '../errors.ts';
import { MAX_REPLY_BYTES } from '../json-api.ts';

export type StripeOptions = {
  secretKey: string;
  /** Price ids by plan. */
  prices: ReadonlyMap<string, string>;
  plansByPrice: ReadonlyMap<string, string>;
  url?: string | undefined;
  timeoutMs?: number | undefined;
};

const TIMEOUT_MS = 15_000;

export function createClient({ secretKey, url, timeoutMs = TIMEOUT_MS }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    // The package's other client begins its timeout anew with every byte.
    httpClient: Stripe.createFetchHttpClient(boundedFetch),
    // Safe: the package sends every attempt of a request with one idempotency key.
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && addressOf(new URL(url))),
  });
}

const boundedFetch: typeof globalThis.fetch = async (
  url,
  { method, headers: sent, body: form, signal } = {},
) => {
  const request = { method, headers: sent, body: form, signal } as OperatorRequest;
  const { status, headers, body } = await operatorFetch(String(url), request);
  return new Response(await boundedText(body, MAX_REPLY_BYTES), { status, headers: [...headers] });
};

function addressOf({ protocol, hostname, port }: URL) {
  const secure = protocol === 'https:';
  return {
    protocol: secure ? ('https' as const) : ('http' as const),
    host: hostname,
    port: port || (secure ? 443 : 80),
  };
}

/** Every call goes through here, so that its errors are ours and it ends with the signal. */
export async function ask<Reply>(call: () => Promise<Reply>, signal: AbortSignal): Promise<Reply> {
  signal.throwIfAborted();
  try {
    return await Promise.race([call(), abortOf(signal)]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Stripe.errors.StripeCardError) {
      throw new CardDeclined(error.decline_code ?? error.code ?? 'card_declined', error);
    }
    throw new ProviderFailed('stripe', error);
  }
}

export async function askFor<Reply>(call: () => Promise<Reply>, signal: AbortSignal): Promise<Reply | null> {
  try {
    return await ask(call, signal);
  } catch (error) {
    if (error instanceof ProviderFailed && isMissing(error.cause)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

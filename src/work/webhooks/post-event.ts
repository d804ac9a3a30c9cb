import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import {
  OutboundFailed,
  type SafeFetchOptions,
  type SafeResponse,
  safeFetch,
  UrlNotAllowed,
} from '../../platform/safe-fetch/index.ts';
import type { ClaimedDelivery } from './queries/attempts.ts';
import type { DeliveryRules, Outcome } from './rules.ts';

export type PostDeps = {
  clock: Clock;
  outbound: Pick<SafeFetchOptions, 'allow' | 'requireHttps' | 'lookup'>;
  rules: DeliveryRules;
};

const EXCERPT_BYTES = 1_024;
const SECRET_PREFIX = 'whsec_';

export type PostedEvent = Pick<ClaimedDelivery, 'id' | 'url' | 'event' | 'payload' | 'replay_of'>;

/** Checks here where the name resolves to, whatever it was when the address was given. */
export async function postEvent(
  { clock, outbound, rules }: PostDeps,
  delivery: PostedEvent,
  secrets: string[],
): Promise<Outcome> {
  const body = JSON.stringify(delivery.payload);
  // The same for every attempt and replay, so that a receiver recognises what it already has.
  const id = delivery.replay_of ?? delivery.id;
  const headers = headersOf(secrets, { id, body, sentAt: clock.now() });
  const timeoutMs = rules.timeoutMs(delivery.event);
  const limits = { timeoutMs, maxBytes: EXCERPT_BYTES, overflow: 'cut' } as const;
  try {
    return outcomeOf(
      await safeFetch(delivery.url, { ...outbound, ...limits, method: 'POST', headers, body }),
    );
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof UrlNotAllowed)) throw error;
    return { responseStatus: null, responseBody: null, error: error.code };
  }
}

function outcomeOf({ status, body }: SafeResponse): Outcome {
  const accepted = status >= 200 && status < 300;
  return {
    responseStatus: status,
    // PostgreSQL's text holds every character but this one.
    responseBody: body.toString('utf8').replaceAll('\0', ''),
    error: accepted ? null : 'unexpected_status',
  };
}

type Message = { id: string; sentAt: Date; body: string };

export function headersOf(secrets: string[], message: Message): Record<string, string> {
  const { id } = message;
  return { 'content-type': 'application/json', 'webhook-id': id, ...signatureHeaders(secrets, message) };
}

/** Standard Webhooks: one signature for each secret, so that a receiver may verify with either during a rotation. */
export function signatureHeaders(secrets: string[], { id, sentAt, body }: Message): Record<string, string> {
  if (secrets.length === 0) return {};
  const timestamp = String(Math.floor(sentAt.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

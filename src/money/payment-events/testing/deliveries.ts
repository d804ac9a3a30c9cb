import { createHmac } from 'node:crypto';
import type { InjectOptions } from 'fastify';

export const SETTINGS = {
  CARDPAY_WEBHOOK_SECRET: 'whsec_of_the_tests',
  PROVB_SECRET_KEY: 'sk_test_of_provider_b',
  PROVC_SECRET_HASH: 'hash of provider c',
  PROVD_WEBHOOK_SECRET: 'secret of provider d',
};

export type Request = { url: string; headers: Record<string, string>; payload: string };

let events = 0;

export function cardEvent(type: string, object: object, more: { id?: string; created?: number } = {}) {
  events += 1;
  return { id: `evt_${events}`, object: 'event', type, data: { object }, ...more };
}

export function timestamped(body: string, now: Date, secret = SETTINGS.CARDPAY_WEBHOOK_SECRET): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export function fromStripe(event: object | string, now: Date): Request {
  const payload = textOf(event);
  return requestOf('cardpay', payload, { 'cardpay-signature': timestamped(payload, now) });
}

export function fromPaystack(event: object | string): Request {
  const payload = textOf(event);
  const signature = createHmac('sha512', SETTINGS.PROVB_SECRET_KEY).update(payload).digest('hex');
  return requestOf('provb', payload, { 'x-provb-signature': signature });
}

export function fromFlutterwave(event: object | string): Request {
  return requestOf('provc', textOf(event), { 'verif-hash': SETTINGS.PROVC_SECRET_HASH });
}

export function fromDlocal(event: object | string): Request {
  return requestOf('provd', textOf(event), { 'x-provd-signature': SETTINGS.PROVD_WEBHOOK_SECRET });
}

export function requestOf(path: string, payload: string, headers: Record<string, string>): Request {
  return {
    url: `/api/webhooks/${path}`,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  };
}

type Injecting = {
  inject(options: InjectOptions): Promise<{ statusCode: number; body: string; json(): unknown }>;
};

export type Reply = { status: number; body: Record<string, unknown> };

export async function deliver(app: Injecting, request: Request): Promise<Reply> {
  const reply = await app.inject({ method: 'POST', ...request });
  return { status: reply.statusCode, body: reply.json() as Record<string, unknown> };
}

function textOf(event: object | string): string {
  return typeof event === 'string' ? event : JSON.stringify(event);
}

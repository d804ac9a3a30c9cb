import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { type ServiceOptions, type ServiceProcess, startService } from './service-process.ts';

const SERVER = new URL('./webhook-server.ts', import.meta.url).pathname;
export const SECRET = 'whsec_of_the_running_service';

export function startWebhooks(options: ServiceOptions): Promise<ServiceProcess> {
  return startService({ ...options, program: SERVER, settings: { CARDPAY_WEBHOOK_SECRET: SECRET } });
}

/** `key` identifies the event. */
export type PaymentDelivery = { id: string; key: string; body: string };

/** A payment of the card provider to this address. */
export function paymentDelivery(id: string, email: string, cents: number): PaymentDelivery {
  const object = { id: `pi_${id}`, amount_received: cents, currency: 'usd', receipt_email: email };
  const key = `evt_${id}`;
  return { id, key, body: JSON.stringify({ id: key, type: 'payment_intent.succeeded', data: { object } }) };
}

/** Keys of the events that an earlier process stored and did not act on. */
export async function readStored(url: string): Promise<string[]> {
  const reply = await fetch(`${url}/api/live`);
  return ((await reply.json()) as { stored: string[] }).stored;
}

export function signatureOf(body: string, now: Date, secret = SECRET): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

export type Delivered = 'acted' | 'duplicate' | 'refused' | 'cut';

/** Create a new client for each start of the service, so that no socket outlives a crash. */
export function createWebhookClient(url: string, connections: number) {
  const dispatcher = new Agent({ connections, headersTimeout: 60_000 });
  return {
    async deliver({ body }: PaymentDelivery, secret = SECRET): Promise<Delivered> {
      const headers = {
        'content-type': 'application/json',
        'cardpay-signature': signatureOf(body, new Date(), secret),
      };
      try {
        const reply = await request(`${url}/api/webhooks/cardpay`, {
          method: 'POST',
          headers,
          body,
          dispatcher,
        });
        const answer = (await reply.body.json()) as { received?: boolean; duplicate?: boolean };
        if (reply.statusCode !== 200 || !answer.received) return 'refused';
        return answer.duplicate ? 'duplicate' : 'acted';
      } catch {
        return 'cut';
      }
    },
    close: () => dispatcher.destroy(),
  };
}

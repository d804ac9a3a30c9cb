import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import { type ServiceOptions, type ServiceProcess, startService } from './service-process.ts';

const SERVER = new URL('./webhook-server.ts', import.meta.url).pathname;
const SECRET = 'whsec_of_the_running_service';

export function startWebhooks(options: ServiceOptions): Promise<ServiceProcess> {
  return startService({ ...options, program: SERVER, settings: { CARDPAY_WEBHOOK_SECRET: SECRET } });
}

export type PaymentDelivery = { id: string; body: string };

/** A payment of the card provider to this address. */
export function paymentDelivery(id: string, email: string, cents: number): PaymentDelivery {
  const object = { id: `pi_${id}`, amount_received: cents, currency: 'usd', receipt_email: email };
  return {
    id,
    body: JSON.stringify({ id: `evt_${id}`, type: 'payment_intent.succeeded', data: { object } }),
  };
}

export type Delivered = 'acted' | 'duplicate' | 'refused' | 'cut';

/** Create a new client for each start of the service, so that no socket outlives a crash. */
export function createWebhookClient(url: string, connections: number) {
  const dispatcher = new Agent({ connections, headersTimeout: 60_000 });
  return {
    async deliver({ body }: PaymentDelivery, secret = SECRET): Promise<Delivered> {
      const seconds = Math.floor(Date.now() / 1_000);
      const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'cardpay-signature': `t=${seconds},v1=${signature}`,
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

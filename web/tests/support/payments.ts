import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

export const PAYMENT_SECRET = 'whsec_of_the_console_tests';

/** Tells the service of a payment, as the card provider does. */
export async function reportPayment(
  serviceUrl: string,
  { cents, email }: { cents: number; email: string },
): Promise<void> {
  const object = { id: 'pi_1', amount_received: cents, receipt_email: email };
  const event = { id: 'evt_1', object: 'event', type: 'payment_intent.succeeded', data: { object } };
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', PAYMENT_SECRET).update(`${seconds}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'cardpay-signature': `t=${seconds},v1=${signature}`,
  };
  const response = await fetch(`${serviceUrl}/api/webhooks/cardpay`, { method: 'POST', headers, body });
  assert.equal(response.status, 200);
}

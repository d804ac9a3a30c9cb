import { createHmac } from 'node:crypto';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import { bearerOf, headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openPaystack } from './api.ts';
import { payloadOf, readEvent } from './read-event.ts';

export const paystack: PaymentProvider = {
  label: 'Paystack',
  currencyOf: (config) => config.paystack.currency,
  webhook: {
    path: 'provb',
    summary: 'Receive an event of provider B (Paystack)',
    signature: '`X-Provb-Signature` or `X-Paystack-Signature`: HMAC-SHA512 of the body.',
    refusedWith: 401,
    // Outside production the secret itself is enough. There may be no provider to ask then, so nothing is confirmed.
    sharedSecret: null,
    prove({ paystack: { secretKey } }, { headers, body, production }) {
      const secret = requiredSecret(secretKey, 'PROVB_SECRET_KEY');
      const given =
        headerOf(headers, 'x-provb-signature') ??
        headerOf(headers, 'x-paystack-signature') ??
        bearerOf(headers);
      if (given === null) return 'none';
      const expected = createHmac('sha512', secret).update(body).digest('hex');
      if (sameText(given.toLowerCase(), expected)) return 'body';
      return !production && sameText(given, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ paystack: { secretKey, apiUrl } }, { timeoutMs }) {
    if (!secretKey) return null;
    return openPaystack({ url: apiUrl ?? 'https://api.paystack.co', timeoutMs, secretKey });
  },
};

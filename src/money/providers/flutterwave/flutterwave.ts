import { createHmac } from 'node:crypto';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import { headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openFlutterwave } from './api.ts';
import { payloadOf, readEvent } from './read-event.ts';

export const flutterwave: PaymentProvider = {
  label: 'Flutterwave',
  currencyOf: (config) => config.flutterwave.currency,
  webhook: {
    path: 'provc',
    summary: 'Receive an event of provider C (Flutterwave)',
    signature: '`Verif-Hash`: the secret hash; or `Flutterwave-Signature`: base64 HMAC-SHA256 of the body.',
    refusedWith: 401,
    sharedSecret: {
      isSet: ({ flutterwave: { secretHash } }) => Boolean(secretHash),
      confirmedBy: 'PROVC_SECRET_KEY',
    },
    /** Version 3 sends the secret itself, version 4 a signature of the body. */
    prove({ flutterwave: { secretHash } }, { headers, body }) {
      const secret = requiredSecret(secretHash, 'PROVC_SECRET_HASH');
      const signature = headerOf(headers, 'flutterwave-signature');
      if (signature !== null) {
        const expected = createHmac('sha256', secret).update(body).digest('base64');
        return sameText(signature, expected) ? 'body' : 'none';
      }
      const hash = headerOf(headers, 'verif-hash');
      return hash !== null && sameText(hash, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ flutterwave: { secretKey, apiUrl } }, { timeoutMs }) {
    if (!secretKey) return null;
    return openFlutterwave({ url: apiUrl ?? 'https://api.flutterwave.com', timeoutMs, secretKey });
  },
};

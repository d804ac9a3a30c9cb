import { createHmac } from 'node:crypto';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_EVENTS } from '../provider.ts';
import { REFERENCE_PREFIX } from '../provider-api.ts';
import { bearerOf, headerOf, requiredSecret, sameText } from '../signatures.ts';
import { openDlocal } from './api.ts';
import { payloadOf, readEvent } from './read-event.ts';

const WEBHOOK_PATH = 'provd';

export const dlocal: PaymentProvider = {
  label: 'dLocal',
  currencyOf: () => 'USD',
  webhook: {
    path: WEBHOOK_PATH,
    summary: 'Receive an event of provider D (dLocal)',
    signature:
      '`X-Provd-Signature`: the shared secret; or dLocal’s `Authorization` over login, date and body.',
    refusedWith: 401,
    sharedSecret: {
      isSet: ({ dlocal: { webhookSecret } }) => Boolean(webhookSecret),
      confirmedBy: 'PROVD_LOGIN, PROVD_TRANS_KEY and PROVD_SECRET_KEY',
    },
    /**
     * The shared secret, or dLocal's own: `Authorization: V2-HMAC-SHA256, Signature: <hex>` over login, date and body. Its
     * date has no tolerance: retries may carry the first one, and a repeated payment id acts once anyway.
     */
    prove({ dlocal: { webhookSecret, secretKey } }, { headers, body }) {
      const secret = requiredSecret(webhookSecret ?? secretKey, 'PROVD_WEBHOOK_SECRET');
      const signature = /^V2-HMAC-SHA256, *Signature: *([0-9a-f]{64})$/i.exec(
        headerOf(headers, 'authorization') ?? '',
      )?.[1];
      if (signature) {
        const hmac = createHmac('sha256', secretKey ?? secret);
        hmac.update(headerOf(headers, 'x-login') ?? '').update(headerOf(headers, 'x-date') ?? '');
        return sameText(signature.toLowerCase(), hmac.update(body).digest('hex')) ? 'body' : 'none';
      }
      const given = headerOf(headers, 'x-provd-signature') ?? bearerOf(headers);
      return given !== null && sameText(given, secret) ? 'sender' : 'none';
    },
  },
  read: readEvent,
  asking: { times: SENDS_EVENTS, payloadOf },
  names: BY_REFERENCE,
  open({ dlocal: { login, transKey, secretKey, apiUrl } }, { publicUrl, timeoutMs }) {
    if (!login || !transKey || !secretKey) return null;
    return openDlocal({
      url: apiUrl ?? 'https://api.dlocal.com',
      timeoutMs,
      login,
      transKey,
      secretKey,
      referencePrefix: REFERENCE_PREFIX,
      notificationUrl: `${publicUrl}/api/webhooks/${WEBHOOK_PATH}`,
    });
  },
};

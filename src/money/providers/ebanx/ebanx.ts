import { foundPayload, readFound } from '../found-event.ts';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_NOTHING } from '../provider.ts';
import { openEbanx } from './api.ts';

export const ebanx: PaymentProvider = {
  label: 'EBANX',
  currencyOf: () => 'USD',
  webhook: null,
  read: readFound,
  asking: { times: SENDS_NOTHING, payloadOf: foundPayload },
  names: BY_REFERENCE,
  open({ ebanx: { integrationKey, apiUrl } }, { timeoutMs }) {
    if (!integrationKey) return null;
    return openEbanx({ url: apiUrl ?? 'https://api.ebanxpay.com', timeoutMs, integrationKey });
  },
};

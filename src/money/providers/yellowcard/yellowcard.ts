import { foundPayload, readFound } from '../found-event.ts';
import { BY_REFERENCE } from '../payment-names.ts';
import { type PaymentProvider, SENDS_NOTHING } from '../provider.ts';
import { openYellowcard } from './api.ts';

export const yellowcard: PaymentProvider = {
  label: 'Yellow Card',
  currencyOf: () => 'USD',
  webhook: null,
  read: readFound,
  asking: { times: SENDS_NOTHING, payloadOf: foundPayload },
  names: BY_REFERENCE,
  open({ yellowcard: { apiKey, secretKey, apiUrl } }, { timeoutMs }) {
    if (!apiKey || !secretKey) return null;
    return openYellowcard({ url: apiUrl ?? 'https://api.yellowcard.io', timeoutMs, apiKey, secretKey });
  },
};

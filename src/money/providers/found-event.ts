import { minorMoney } from './amounts.ts';
import { InvalidPayload } from './errors.ts';
import type { Delivery } from './notice.ts';
import { numberAt, type ParsedBody, textAt } from './payload.ts';
import type { FoundPayment } from './provider-api.ts';

/** A payment that the provider sends no event of, as we store it. */
export function foundPayload({ id, reference, amountMinor, currency, email, at }: FoundPayment): object {
  return { id, reference, amount_minor: amountMinor, currency, email, at };
}

export function readFound({ payload }: ParsedBody): Delivery {
  const id = textAt(payload, 'id');
  const reference = textAt(payload, 'reference');
  const minor = numberAt(payload, 'amount_minor');
  if (id === null || reference === null || minor === null) throw new InvalidPayload();
  return {
    type: 'payment.found',
    dedupeKey: `payment:${id}`,
    reference,
    createdAt: null,
    notice: {
      kind: 'payment',
      paymentId: id,
      reference,
      whom: { email: textAt(payload, 'email') },
      paid: minorMoney(minor, textAt(payload, 'currency')),
      plan: null,
    },
  };
}

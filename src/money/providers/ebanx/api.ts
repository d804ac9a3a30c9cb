import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { ProviderFailed } from '../errors.ts';
import { type ApiOptions, createJsonApi, reasonOf } from '../json-api.ts';
import type { ProviderApi } from '../provider-api.ts';
import { Maybe, majorOf, minorOf, PageUrl, Timestamp } from '../shapes.ts';

const DEFAULT_COUNTRY = 'BR';
/** EBANX writes local time of Brazil, which has no daylight saving time. */
const TIME_ZONE = '-03:00';

const Success = Type.Literal('SUCCESS');
const Text = Type.String({ minLength: 1 });
const Opened = TypeCompiler.Compile(
  Type.Object({ status: Success, redirect_url: PageUrl, payment: Type.Object({ hash: Text }) }),
);
const Queried = TypeCompiler.Compile(
  Type.Object({
    status: Success,
    payment: Type.Object({
      hash: Text,
      merchant_payment_code: Text,
      status: Text,
      amount_ext: Type.Union([Type.Number(), Type.String({ pattern: '^\\d+(\\.\\d+)?$' })]),
      currency_ext: Text,
      open_date: Timestamp,
      confirm_date: Maybe(Timestamp),
      customer: Maybe(Type.Object({ email: Maybe(Type.String()) })),
    }),
  }),
);
const Refusal = TypeCompiler.Compile(Type.Object({ status: Type.Literal('ERROR') }));

/** EBANX's payment page. There is no list of payments and no webhook that is signed; payments are asked for. */
export function openEbanx(options: ApiOptions & { integrationKey: string }): ProviderApi {
  const api = createJsonApi('ebanx', options);
  const send = (path: string, fields: object, signal: AbortSignal) =>
    api.send(
      {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ integration_key: options.integrationKey, ...fields }),
      },
      signal,
    );
  return {
    async openPage(order, signal) {
      const fields = {
        name: order.name,
        email: order.email,
        country: (order.country ?? DEFAULT_COUNTRY).toLowerCase(),
        payment_type_code: '_all',
        merchant_payment_code: order.reference,
        currency_code: order.currency,
        amount: majorOf(order.amountMinor),
        response_url: order.returnUrl,
      };
      const { redirect_url, payment } = api.read(Opened, await send('/ws/request', fields, signal));
      return { url: redirect_url, sessionId: payment.hash };
    },

    async findPayment(reference, signal) {
      const reply = await send('/ws/query', { merchant_payment_code: reference }, signal);
      // Refusals come with status 200 too.
      if (Refusal.Check(reply.body)) {
        if (/not.found|does not exist/i.test(reasonOf(reply.body))) return null;
        throw new ProviderFailed('ebanx', new Error(reasonOf(reply.body)));
      }
      const { payment } = api.read(Queried, reply);
      const at = (payment.confirm_date ?? payment.open_date).replace(' ', 'T');
      return {
        id: payment.hash,
        reference: payment.merchant_payment_code,
        status: payment.status === 'CO' ? 'paid' : payment.status === 'CA' ? 'failed' : 'pending',
        amountMinor: minorOf(Number(payment.amount_ext)),
        currency: payment.currency_ext,
        email: payment.customer?.email ?? null,
        plan: null,
        at: new Date(`${at}${TIME_ZONE}`),
      };
    },

    listPayments: null,
  };
}

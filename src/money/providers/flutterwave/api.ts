import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ApiOptions, type ApiReply, createJsonApi, reasonOf } from '../json-api.ts';
import type { FoundPayment, ProviderApi } from '../provider-api.ts';
import {
  describeOrder,
  Id,
  Maybe,
  majorOf,
  metadataOf,
  minorOf,
  PageUrl,
  planOf,
  Timestamp,
} from '../shapes.ts';

const Success = Type.Literal('success');
const Opened = TypeCompiler.Compile(Type.Object({ status: Success, data: Type.Object({ link: PageUrl }) }));

const Transaction = Type.Object({
  id: Id,
  tx_ref: Type.String(),
  status: Type.String(),
  amount: Type.Number(),
  currency: Type.String(),
  created_at: Timestamp,
  customer: Maybe(Type.Object({ email: Maybe(Type.String()) })),
  meta: Type.Optional(Type.Unknown()),
});
const Verified = TypeCompiler.Compile(Type.Object({ status: Success, data: Transaction }));
const Listed = TypeCompiler.Compile(
  Type.Object({
    status: Success,
    meta: Type.Object({ page_info: Type.Object({ total_pages: Type.Integer() }) }),
    data: Type.Array(Transaction),
  }),
);

/** Version 3 of the API. Amounts are in whole units of the currency. */
export function openFlutterwave(options: ApiOptions & { secretKey: string }): ProviderApi {
  const api = createJsonApi('flutterwave', options);
  const headers = { authorization: `Bearer ${options.secretKey}`, 'content-type': 'application/json' };
  return {
    async openPage(order, signal) {
      const body = JSON.stringify({
        tx_ref: order.reference,
        amount: majorOf(order.amountMinor),
        currency: order.currency,
        redirect_url: order.returnUrl,
        customer: { email: order.email, name: order.name },
        meta: metadataOf(order),
        customizations: { title: describeOrder(order) },
      });
      const reply = await api.send({ method: 'POST', path: '/v3/payments', headers, body }, signal);
      // The page has no id of its own.
      return { url: api.read(Opened, reply).data.link, sessionId: order.reference };
    },

    async findPayment(reference, signal) {
      const path = '/v3/transactions/verify_by_reference';
      const reply = await api.send({ method: 'GET', path, query: { tx_ref: reference }, headers }, signal);
      return isUnknown(reply) ? null : paymentOf(api.read(Verified, reply).data);
    },

    async *listPayments(since, signal) {
      // The list starts at the beginning of a day.
      const from = since.toISOString().slice(0, 10);
      for (let page = 1; ; page += 1) {
        const query = { from, page: String(page) };
        const reply = await api.send({ method: 'GET', path: '/v3/transactions', query, headers }, signal);
        const { data, meta } = api.read(Listed, reply);
        yield* data.map(paymentOf).filter(({ at }) => at >= since);
        if (page >= meta.page_info.total_pages) return;
      }
    },
  };
}

function isUnknown({ status, body }: ApiReply): boolean {
  return status === 404 || (status === 400 && /no transaction was found/i.test(reasonOf(body)));
}

function paymentOf(found: Static<typeof Transaction>): FoundPayment {
  const paid = found.status === 'successful' || found.status === 'succeeded';
  return {
    id: String(found.id),
    reference: found.tx_ref,
    status: paid ? 'paid' : found.status === 'failed' ? 'failed' : 'pending',
    amountMinor: minorOf(found.amount),
    currency: found.currency,
    email: found.customer?.email ?? null,
    plan: planOf(found.meta),
    at: new Date(found.created_at),
  };
}

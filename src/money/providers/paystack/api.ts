import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ApiOptions, type ApiReply, createJsonApi, reasonOf } from '../json-api.ts';
import type { FoundPayment, ProviderApi } from '../provider-api.ts';
import { Id, Maybe, metadataOf, PageUrl, planOf, Timestamp } from '../shapes.ts';

const PAGE = 100;

const Opened = TypeCompiler.Compile(
  Type.Object({
    status: Type.Literal(true),
    data: Type.Object({ authorization_url: PageUrl, access_code: Type.String({ minLength: 1 }) }),
  }),
);

const Transaction = Type.Object({
  id: Id,
  reference: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  paid_at: Maybe(Timestamp),
  created_at: Timestamp,
  customer: Maybe(Type.Object({ email: Maybe(Type.String()) })),
  metadata: Type.Optional(Type.Unknown()),
});
const Verified = TypeCompiler.Compile(Type.Object({ status: Type.Literal(true), data: Transaction }));
const Listed = TypeCompiler.Compile(
  Type.Object({ status: Type.Literal(true), data: Type.Array(Transaction) }),
);

/** Amounts are in hundredths of every currency. */
export function openPaystack(options: ApiOptions & { secretKey: string }): ProviderApi {
  const api = createJsonApi('paystack', options);
  const headers = { authorization: `Bearer ${options.secretKey}`, 'content-type': 'application/json' };
  return {
    async openPage(order, signal) {
      const body = JSON.stringify({
        email: order.email,
        amount: order.amountMinor,
        currency: order.currency,
        reference: order.reference,
        callback_url: order.returnUrl,
        metadata: metadataOf(order),
      });
      const reply = await api.send(
        { method: 'POST', path: '/transaction/initialize', headers, body },
        signal,
      );
      const { data } = api.read(Opened, reply);
      return { url: data.authorization_url, sessionId: data.access_code };
    },

    async findPayment(reference, signal) {
      const path = `/transaction/verify/${encodeURIComponent(reference)}`;
      const reply = await api.send({ method: 'GET', path, headers }, signal);
      return isUnknown(reply) ? null : paymentOf(api.read(Verified, reply).data);
    },

    async *listPayments(since, signal) {
      for (let page = 1; ; page += 1) {
        const query = { from: since.toISOString(), perPage: String(PAGE), page: String(page) };
        const reply = await api.send({ method: 'GET', path: '/transaction', query, headers }, signal);
        const { data } = api.read(Listed, reply);
        yield* data.map(paymentOf);
        if (data.length < PAGE) return;
      }
    },
  };
}

function isUnknown({ status, body }: ApiReply): boolean {
  return status === 404 || (status === 400 && /not.found/i.test(reasonOf(body)));
}

const FAILED = ['failed', 'abandoned', 'reversed'];

function paymentOf(found: Static<typeof Transaction>): FoundPayment {
  return {
    id: String(found.id),
    reference: found.reference,
    status: found.status === 'success' ? 'paid' : FAILED.includes(found.status) ? 'failed' : 'pending',
    amountMinor: found.amount,
    currency: found.currency,
    email: found.customer?.email ?? null,
    plan: planOf(found.metadata),
    at: new Date(found.paid_at ?? found.created_at),
  };
}

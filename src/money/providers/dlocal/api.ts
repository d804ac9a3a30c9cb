import { createHmac } from 'node:crypto';
import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { type ApiOptions, createJsonApi } from '../json-api.ts';
import type { FoundPayment, ProviderApi } from '../provider-api.ts';
import { describeOrder, Maybe, majorOf, minorOf, PageUrl, Timestamp } from '../shapes.ts';

const DEFAULT_COUNTRY = 'BR';

const Text = Type.String({ minLength: 1 });
const Opened = TypeCompiler.Compile(Type.Object({ id: Text, redirect_url: PageUrl }));

const facts = {
  status: Text,
  amount: Type.Number(),
  currency: Text,
  created_date: Timestamp,
  approved_date: Maybe(Timestamp),
};
const Payment = Type.Object({
  ...facts,
  id: Text,
  order_id: Maybe(Text),
  payer: Maybe(Type.Object({ email: Maybe(Text) })),
});
const Order = Type.Object({ ...facts, payment_id: Text, order_id: Text });
const payments = TypeCompiler.Compile(Payment);
const orders = TypeCompiler.Compile(Order);

type DlocalOptions = ApiOptions & {
  login: string;
  transKey: string;
  secretKey: string;
  /** Starts every reference of ours; anything else is a payment id. */
  referencePrefix: string;
  notificationUrl: string;
};

/** The customer chooses the payment method on dLocal's page. There is no list of payments. */
export function openDlocal(options: DlocalOptions): ProviderApi {
  const api = createJsonApi('dlocal', options);
  const get = (path: string, signal: AbortSignal) =>
    api.send({ method: 'GET', path, headers: signedHeaders(options, '') }, signal);
  return {
    async openPage(order, signal) {
      const body = JSON.stringify({
        amount: majorOf(order.amountMinor),
        currency: order.currency,
        country: order.country ?? DEFAULT_COUNTRY,
        payment_method_flow: 'REDIRECT',
        payer: { name: order.name, email: order.email, user_reference: order.accountId },
        order_id: order.reference,
        description: describeOrder(order),
        notification_url: options.notificationUrl,
        callback_url: order.returnUrl,
      });
      const headers = { ...signedHeaders(options, body), 'X-Idempotency-Key': order.reference };
      const reply = await api.send({ method: 'POST', path: '/payments', headers, body }, signal);
      const { id, redirect_url } = api.read(Opened, reply);
      return { url: redirect_url, sessionId: id };
    },

    async findPayment(reference, signal) {
      const ours = reference.startsWith(options.referencePrefix);
      const reply = await get(`/${ours ? 'orders' : 'payments'}/${encodeURIComponent(reference)}`, signal);
      if (reply.status === 404) return null;
      if (!ours) return paymentOf(api.read(payments, reply));
      const { payment_id: id, ...order } = api.read(orders, reply);
      return paymentOf({ ...order, id });
    },

    listPayments: null,
  };
}

/** An empty body is part of the signature as nothing. */
function signedHeaders({ login, transKey, secretKey }: DlocalOptions, body: string): Record<string, string> {
  const date = new Date().toISOString();
  const signature = createHmac('sha256', secretKey).update(`${login}${date}${body}`).digest('hex');
  return {
    'X-Date': date,
    'X-Login': login,
    'X-Trans-Key': transKey,
    'X-Version': '2.1',
    'User-Agent': 'VoxHumana/1.0',
    'Content-Type': 'application/json',
    Authorization: `V2-HMAC-SHA256, Signature: ${signature}`,
  };
}

const FAILED = ['REJECTED', 'CANCELLED', 'EXPIRED'];

function paymentOf(found: Static<typeof Payment>): FoundPayment {
  return {
    id: found.id,
    reference: found.order_id ?? null,
    status: found.status === 'PAID' ? 'paid' : FAILED.includes(found.status) ? 'failed' : 'pending',
    amountMinor: minorOf(found.amount),
    currency: found.currency,
    email: found.payer?.email ?? null,
    plan: null,
    at: new Date(found.approved_date ?? found.created_date),
  };
}

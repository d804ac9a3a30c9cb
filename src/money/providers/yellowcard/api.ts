import { createHash, createHmac } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { ProviderFailed } from '../errors.ts';
import { type ApiOptions, createJsonApi } from '../json-api.ts';
import type { PaymentOrder, ProviderApi } from '../provider-api.ts';
import { Maybe, majorOf, minorOf, PageUrl, Timestamp } from '../shapes.ts';

const DEFAULT_COUNTRY = 'NG';

const Text = Type.String({ minLength: 1 });
const Channels = TypeCompiler.Compile(
  Type.Object({
    channels: Type.Array(
      Type.Object({ id: Text, country: Text, channelType: Text, rampType: Text, apiStatus: Text }),
    ),
  }),
);
const Submitted = TypeCompiler.Compile(
  Type.Object({ id: Text, bankInfo: Type.Object({ paymentLink: PageUrl }) }),
);
const Collection = TypeCompiler.Compile(
  Type.Object({
    id: Text,
    sequenceId: Text,
    status: Text,
    amount: Type.Number(),
    createdAt: Timestamp,
    recipient: Maybe(Type.Object({ email: Maybe(Type.String()) })),
  }),
);

type YellowcardOptions = ApiOptions & { apiKey: string; secretKey: string };

/** Collects local money for a price in US dollars. Payments are asked for: there is no signed webhook of ours. */
export function openYellowcard(options: YellowcardOptions): ProviderApi {
  const api = createJsonApi('yellowcard', options);

  async function chooseChannel(country: string, signal: AbortSignal) {
    const path = '/business/channels';
    const headers = signedHeaders(options, 'GET', path);
    const reply = await api.send({ method: 'GET', path, query: { country }, headers }, signal);
    const usable = api
      .read(Channels, reply)
      .channels.filter((channel) => channel.country === country && channel.rampType === 'deposit')
      .filter((channel) => channel.apiStatus === 'active');
    if (usable[0]) return usable[0];
    throw new ProviderFailed('yellowcard', new Error(`no channel collects money in ${country}`));
  }

  return {
    async openPage(order, signal) {
      const country = order.country ?? DEFAULT_COUNTRY;
      const channel = await chooseChannel(country, signal);
      const path = '/business/collections';
      const body = JSON.stringify(collectionOf(order, country, channel));
      const headers = signedHeaders(options, 'POST', path, body);
      const { id, bankInfo } = api.read(
        Submitted,
        await api.send({ method: 'POST', path, headers, body }, signal),
      );
      return { url: bankInfo.paymentLink, sessionId: id };
    },

    async findPayment(reference, signal) {
      const path = `/business/collections/sequence-id/${encodeURIComponent(reference)}`;
      const headers = signedHeaders(options, 'GET', path);
      const reply = await api.send({ method: 'GET', path, headers }, signal);
      if (reply.status === 404) return null;
      const found = api.read(Collection, reply);
      return {
        id: found.id,
        reference: found.sequenceId,
        status: statusOf(found.status),
        amountMinor: minorOf(found.amount),
        currency: 'USD',
        email: found.recipient?.email ?? null,
        plan: null,
        at: new Date(found.createdAt),
      };
    },

    listPayments: null,
  };
}

function collectionOf(order: PaymentOrder, country: string, channel: { id: string; channelType: string }) {
  return {
    sequenceId: order.reference,
    channelId: channel.id,
    // In US dollars; Yellow Card converts it.
    amount: majorOf(order.cents),
    reason: 'other',
    customerType: 'retail',
    customerUID: order.accountId,
    recipient: { name: order.name, email: order.email, country },
    source: { accountType: channel.channelType === 'momo' ? 'momo' : 'bank' },
    // Without it a collection must be accepted within two minutes.
    forceAccept: true,
    redirectUrl: order.returnUrl,
  };
}

/** The signature covers the path without its query. */
function signedHeaders(
  { apiKey, secretKey }: YellowcardOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): Record<string, string> {
  const timestamp = new Date().toISOString();
  const bodyHash = body === undefined ? '' : createHash('sha256').update(body).digest('base64');
  const signature = createHmac('sha256', secretKey)
    .update(`${timestamp}${path}${method}${bodyHash}`)
    .digest('base64');
  return {
    'X-YC-Timestamp': timestamp,
    Authorization: `YcHmacV1 ${apiKey}:${signature}`,
    'Content-Type': 'application/json',
  };
}

const FAILED = ['failed', 'expired', 'denied', 'cancelled'];

function statusOf(status: string): 'paid' | 'pending' | 'failed' {
  return status === 'complete' ? 'paid' : FAILED.includes(status) ? 'failed' : 'pending';
}

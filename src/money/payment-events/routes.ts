import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors } from '../../http/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import type { InboundProvider } from './notice.ts';
import { receiveDelivery } from './receive-delivery.ts';

const ReceiptView = Type.Object({
  received: Type.Boolean(),
  duplicate: Type.Optional(Type.Boolean({ description: 'True when the event was delivered before.' })),
  ignored: Type.Optional(Type.Boolean({ description: 'True when the event changes nothing here.' })),
  reference: Type.Optional(Type.String({ description: 'The payment.' })),
});

const MAX_BODY_BYTES = 512 * 1_024;

const WEBHOOKS: { path: string; provider: InboundProvider; summary: string; signature: string }[] = [
  {
    path: 'cardpay',
    provider: 'stripe',
    summary: 'Receive an event of the card provider',
    signature:
      '`Cardpay-Signature` or `Stripe-Signature`: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`.',
  },
  {
    path: 'provb',
    provider: 'paystack',
    summary: 'Receive an event of provider B (Paystack)',
    signature: '`X-Provb-Signature` or `X-Paystack-Signature`: HMAC-SHA512 of the body.',
  },
  {
    path: 'provc',
    provider: 'flutterwave',
    summary: 'Receive an event of provider C (Flutterwave)',
    signature: '`Verif-Hash`: the secret hash; or `Flutterwave-Signature`: base64 HMAC-SHA256 of the body.',
  },
  {
    path: 'provd',
    provider: 'dlocal',
    summary: 'Receive an event of provider D (dLocal)',
    signature:
      '`X-Provd-Signature`: the shared secret; or dLocal’s `Authorization` over login, date and body.',
  },
];

/** Encapsulated, because these routes alone need the body as it was sent: signatures cover its bytes. */
export function paymentEventRoutes(deps: PaymentEventDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    for (const { path, provider, summary, signature } of WEBHOOKS) {
      app.post(
        `/api/webhooks/${path}`,
        {
          schema: {
            tags: ['Payment webhooks'],
            summary,
            description: `Signed with ${signature} Every event acts once, however often it is delivered.`,
            body: Type.Object({}, { description: 'The event, as the provider sends it.' }),
            response: {
              200: ReceiptView,
              ...errors(...(provider === 'stripe' ? [400, 503] : [400, 401, 503])),
            },
          },
          // The schema documents the body; what is validated is its signature.
          validatorCompiler: () => () => true,
          config: { auth: 'signature', bucket: 'none' },
        },
        async ({ headers, body }) =>
          receiveDelivery(deps, {
            provider,
            headers,
            body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          }),
      );
    }
  };
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { errors } from '../../http/index.ts';
import { PROVIDER_NAMES, PROVIDERS } from '../providers/index.ts';
import type { PaymentEventDeps } from './act-on-event.ts';
import { receiveDelivery } from './receive-delivery.ts';

const ReceiptView = Type.Object({
  received: Type.Boolean(),
  duplicate: Type.Optional(Type.Boolean({ description: 'True when the event was delivered before.' })),
  ignored: Type.Optional(Type.Boolean({ description: 'True when the event changes nothing here.' })),
  reference: Type.Optional(Type.String({ description: 'The payment.' })),
});

const MAX_BODY_BYTES = 512 * 1_024;

const WEBHOOKS = PROVIDER_NAMES.flatMap((provider) => {
  const { webhook } = PROVIDERS[provider];
  return webhook ? { provider, ...webhook } : [];
}).toSorted((one, other) => (one.path < other.path ? -1 : 1));

/** Encapsulated, because these routes alone need the body as it was sent: signatures cover its bytes. */
export function paymentEventRoutes(deps: PaymentEventDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    for (const { path, provider, summary, signature, refusedWith } of WEBHOOKS) {
      app.post(
        `/api/webhooks/${path}`,
        {
          schema: {
            tags: ['Payment webhooks'],
            summary,
            description: `Signed with ${signature} Every event acts once, however often it is delivered.`,
            body: Type.Object({}, { description: 'The event, as the provider sends it.' }),
            response: { 200: ReceiptView, ...errors(400, refusedWith, 503) },
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

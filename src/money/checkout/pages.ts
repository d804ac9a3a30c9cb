import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { askSoon } from './queries/checkouts.ts';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Back from the payment page</title></head>
<body><main><h1>You can close this page</h1>
<p>A payment shows in your account as soon as the provider confirms it.</p></main></body></html>
`;

const MAX_REFERENCE = 60;

/** Where payment pages send the customer back to. It says nothing of the outcome: only the provider does. */
export function checkoutPages({ db, clock }: { db: Db; clock: Clock }): FastifyPluginAsync {
  const options = { schema: { hide: true }, config: { auth: 'public', bucket: 'public' } } as const;
  return async (app) => {
    app.get('/billing/return', options, async (_request, reply) => sendPage(reply));
    // The reference is in the path, because providers append a query of their own.
    app.get<{ Params: { reference: string } }>(
      '/billing/return/:reference',
      options,
      async ({ params }, reply) => {
        const { reference } = params;
        if (reference.length <= MAX_REFERENCE) await askSoon(db, reference, clock.now());
        return sendPage(reply);
      },
    );
  };
}

function sendPage(reply: FastifyReply): FastifyReply {
  return reply
    .headers({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .type('text/html; charset=utf-8')
    .send(PAGE);
}

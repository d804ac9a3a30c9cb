import type { FastifyPluginAsync } from 'fastify';

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Back from the payment page</title></head>
<body><main><h1>You can close this page</h1>
<p>A payment shows in your account as soon as the provider confirms it.</p></main></body></html>
`;

/** Where payment pages send the customer back to. It says nothing of the outcome: only the provider's event does. */
export function checkoutPages(): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/billing/return',
      { schema: { hide: true }, config: { auth: 'public', bucket: 'public' } },
      async (_request, reply) =>
        reply
          .headers({
            'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
            'cache-control': 'no-store',
            'referrer-policy': 'no-referrer',
          })
          .type('text/html; charset=utf-8')
          .send(PAGE),
    );
  };
}

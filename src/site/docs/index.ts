import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';
import { type DocumentTexts, type KeptDocumentDeps, keptDocument } from './kept-document.ts';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="190" height="40"><g stroke="#4cc38a" stroke-width="4"
 stroke-linecap="round"><path d="M6 16v8M14 10v20M22 4v32M30 12v16M38 17v6"/></g><text x="52" y="27" fill="#fff"
 font-family="sans-serif" font-size="19" font-weight="600">Vox Humana</text></svg>`;

// upgrade-insecure-requests is left out: it would leave the pages empty on a plain http address in a private network.
const CONTENT_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

/** The OpenAPI document and pages to read and try it, open to everybody. */
export function docsRoutes(deps: KeptDocumentDeps): FastifyPluginAsync {
  return async (app) => {
    let texts: Promise<DocumentTexts> | undefined;
    const document = (): Promise<DocumentTexts> => {
      texts ??= keptDocument(app, deps);
      return texts;
    };
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public', bucket: 'public' };
      route.schema = { ...route.schema, hide: true };
      // The package would write it again.
      if (route.url === '/docs/json')
        route.handler = (_request, reply) => reply.redirect('/api/openapi.json');
      if (route.url === '/docs/yaml')
        route.handler = async (_request, reply) =>
          reply.type('application/x-yaml').send((await document()).yaml);
    });
    await app.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      staticCSP: CONTENT_POLICY,
      logo: { type: 'image/svg+xml', content: Buffer.from(LOGO), href: '/', target: '_self' },
      theme: { title: 'Vox Humana API' },
      uiConfig: { persistAuthorization: true, tryItOutEnabled: true },
    });
    app.get('/api/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send((await document()).json),
    );
  };
}

import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyPluginAsync } from 'fastify';

/** The OpenAPI document and pages to read and try it, open to everybody. */
export function docsRoutes(): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRoute', (route) => {
      route.config = { ...route.config, auth: 'public', bucket: 'public' };
      route.schema = { ...route.schema, hide: true };
    });
    await app.register(fastifySwaggerUi, { routePrefix: '/docs', staticCSP: true });
    app.get('/api/openapi.json', async () => app.swagger());
    app.get('/', async (_request, reply) => reply.redirect('/docs'));
  };
}

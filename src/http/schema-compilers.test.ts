import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { installSchemaCompilers } from './schema-compilers.ts';

async function serverWith(schema: object) {
  const app = fastify();
  installSchemaCompilers(app);
  app.post('/', { schema }, async (request) => request.body);
  await app.ready();
  return app;
}

test('coerces a query but not a body', async () => {
  const limit = { type: 'object', properties: { limit: { type: 'integer', maximum: 9 } } };
  const app = await serverWith({ body: limit, querystring: limit });
  const post = async (query: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/?${query}`, payload })).statusCode;
  assert.equal(await post('limit=5', { limit: 5 }), 200);
  assert.equal(await post('limit=5', { limit: '5' }), 400);
  assert.equal(await post('limit=10', { limit: 5 }), 400);
  assert.equal(await post('limit=Infinity', { limit: 5 }), 400);
});

test('a response contains only fields of its schema', async () => {
  const app = await serverWith({
    response: { 200: { type: 'object', properties: { a: { type: 'integer' } } } },
  });
  const { body } = await app.inject({ method: 'POST', url: '/', payload: { a: 1, secret: 2 } });
  assert.equal(body, '{"a":1}');
});

for (const part of ['body', 'querystring', 'response']) {
  test(`compileSchemas finds an invalid ${part} schema without a request`, async () => {
    const wrong = { type: 'object', properties: { a: { type: 'nonsense' } } };
    const app = await serverWith({ [part]: part === 'response' ? { 200: wrong } : wrong });
    assert.throws(() => app.compileSchemas());
  });
}

test('warmSchemas compiles every schema, each in its own turn', async () => {
  const wrong = { type: 'object', properties: { a: { type: 'nonsense' } } };
  await (await serverWith({ body: { type: 'object' } })).warmSchemas();
  await assert.rejects((await serverWith({ body: wrong })).warmSchemas());
});

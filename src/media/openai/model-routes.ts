import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { domainError } from '../../platform/errors.ts';
import { answerErrorsAsOpenAi, openAiErrors } from './errors.ts';

const ModelView = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Unix seconds.' }),
    owned_by: Type.String(),
  },
  { title: 'Model' },
);

/** When the first of them could be called here; the names themselves have no better date. */
const CREATED = Date.UTC(2026, 0, 1) / 1_000;

const ModelNotFound = domainError(
  'not_found',
  'model_not_found',
  'Model not found. GET /v1/models lists the models.',
);

/** `models`: every name that a route under /v1 accepts. */
export function openAiModelRoutes({ models }: { models: readonly string[] }): FastifyPluginAsyncTypebox {
  const views = models.map((id) => ({
    id,
    object: 'model' as const,
    created: CREATED,
    owned_by: 'vox-humana',
  }));
  return async (app) => {
    answerErrorsAsOpenAi(app);
    const config = { auth: 'bearer', permission: 'any:read' } as const;
    const tags = ['OpenAI'];
    const list = Type.Object({ object: Type.Literal('list'), data: Type.Array(ModelView) });
    const listSchema = {
      tags,
      summary: 'List models (OpenAI-compatible)',
      response: { 200: list, ...openAiErrors() },
    };
    app.get('/v1/models', { schema: listSchema, config }, async () => ({
      object: 'list' as const,
      data: views,
    }));

    const schema = {
      tags,
      summary: 'Get a model (OpenAI-compatible)',
      params: Type.Object({ model: Type.String() }),
      response: { 200: ModelView, ...openAiErrors(404) },
    };
    app.get('/v1/models/:model', { schema, config }, async (request) => {
      const found = views.find(({ id }) => id === request.params.model);
      if (!found) throw new ModelNotFound();
      return found;
    });
  };
}

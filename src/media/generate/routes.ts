import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, formHasNoBody } from '../../http/index.ts';
import { answerGenerate, type GenerateDeps } from './answer-generate.ts';
import { DoneSchema, QueuedSchema } from './answers.ts';
import { GenerateFormSchema, GenerateRequestSchema } from './schemas.ts';

export function generateRoutes(deps: GenerateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Generate'],
      summary: 'Speech, text or a lip-synced film, wherever it runs best',
      description:
        'Fewer than 500 characters to speak or to ask run at once on the local worker (200, 1 routing credit). Everything else is a job (202, 3 routing credits): a film of an avatar, a clip or a picture that says a text or moves its lips to a sound. Text costs a credit a character, a film 10 a second on top. What fails is given back, routing credits included.',
      consumes: ['application/json', 'multipart/form-data'],
      body: {
        content: {
          'application/json': { schema: GenerateRequestSchema },
          'multipart/form-data': { schema: GenerateFormSchema },
        },
      },
      response: { 200: DoneSchema, 202: QueuedSchema, ...errors(402, 404, 409, 502, 503) },
    };
    app.post(
      '/api/v1/generate',
      {
        schema,
        config: { auth: 'bearer', bucket: 'generate' },
        preValidation: async (request) => formHasNoBody(request),
      },
      async (request, reply) => answerGenerate(deps, request, reply),
    );
  };
}

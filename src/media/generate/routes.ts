import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errors, formHasNoBody } from '../../http/index.ts';
import { answerGenerate, type GenerateDeps } from './answer-generate.ts';
import { DoneSchema, QueuedSchema } from './answers.ts';
import { GenerateFormSchema, GenerateRequestSchema } from './schemas.ts';

export function generateRoutes(deps: GenerateDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Generate'],
      summary: 'Generate speech, text or a lip-synced video',
      description:
        'Speech and language-model requests under 500 characters run at once and return 200 (1 routing credit; 3 if the language model is an external API). Everything else returns 202 with a job (3 routing credits): a video of an avatar, a clip or a picture that speaks a text or moves its lips to a sound. Text costs 1 credit per character, video 10 credits per second on top. Failed requests cost nothing, routing credits included.',
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
        config: { auth: 'bearer', permission: 'generate:use', bucket: 'generate', idempotent: true },
        preValidation: async (request) => formHasNoBody(request),
      },
      async (request, reply) => answerGenerate(deps, request, reply),
    );
  };
}

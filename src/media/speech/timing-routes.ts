import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors, jsonWithBytes } from '../../http/index.ts';
import { type AnswerDeps, answerWhole, namesOf } from './answer-speech.ts';
import { captionsFor, toSrt, toVtt } from './captions.ts';
import { describeTimes, TimedSpeechRequestSchema, TimedSpeechSchema } from './timestamps.ts';

const tags = ['Speech'];

/** When each word is spoken: with the speech, and later as captions. */
export function timingRoutes(deps: AnswerDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    timestampsRoute(app, deps);
    captionRoutes(app, deps);
  };
}

function timestampsRoute(app: App, deps: AnswerDeps): void {
  const config = { auth: 'bearer', permission: 'speech:use', idempotent: true } as const;
  const schema = {
    tags,
    summary: 'Convert text to speech with word and character timestamps',
    description:
      'Costs one credit per character, like POST /api/v1/tts. Timestamps come from the voice model and refer to the text as you sent it: "$3.50" is one word.',
    body: TimedSpeechRequestSchema,
    response: { 200: TimedSpeechSchema, ...errors(402, 404, 409, 502, 503) },
  };
  app.post('/api/v1/tts/with-timestamps', { schema, config }, async (request, reply) => {
    const { format = 'wav' } = request.body;
    return answerWhole(deps, request, reply, request.body, 'tts_timed', async (speech) => {
      const { characters, model, historyId: history_id } = speech;
      const times = describeTimes(request.body, speech);
      return {
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'x-characters': String(characters),
          'x-model': model,
          'content-language': namesOf(speech),
        },
        body: await jsonWithBytes('audio', speech.audio, {
          format,
          characters,
          model,
          history_id,
          ...times,
        }),
      };
    });
  });
}

function captionRoutes(app: App, deps: AnswerDeps): void {
  for (const { extension, type, write } of [
    { extension: 'srt', type: 'application/x-subrip', write: toSrt },
    { extension: 'vtt', type: 'text/vtt', write: toVtt },
  ]) {
    const captionSchema = {
      tags,
      summary: `Get the captions of a generation as ${extension.toUpperCase()}`,
      params: Type.Object({ history_id: Type.String({ maxLength: 100 }) }),
      response: {
        200: {
          description: 'At most two lines of 42 characters per cue.',
          content: { [type]: { schema: { type: 'string' } } },
        },
        ...errors(404),
      },
    };
    app.get(
      `/api/v1/tts/:history_id.${extension}`,
      { schema: captionSchema, config: { auth: 'bearer-or-session', permission: 'speech:read' } },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const { text, words, seconds } = await deps.history.words(accountId, request.params.history_id);
        return reply.type(`${type}; charset=utf-8`).send(write(captionsFor(text, words, seconds)));
      },
    );
  }
}

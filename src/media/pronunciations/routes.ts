import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { changeDictionary, type Dictionary, readDictionary } from './dictionary.ts';
import { DictionaryBody, DictionaryView } from './schemas.ts';

const PATH = '/api/v1/pronunciations';

export function pronunciationRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  const config = { auth: 'bearer-or-session', bucket: 'general' } as const;
  const tags = ['Speech'];
  return async (app) => {
    app.get(
      PATH,
      {
        schema: { tags, summary: 'How your words are said', response: { 200: DictionaryView } },
        config,
      },
      async (request) => viewOf(await readDictionary(deps, callerOf(request).accountId)),
    );

    app.put(
      PATH,
      {
        schema: {
          tags,
          summary: 'Teach pronunciations',
          description: 'They hold for every text you send; `pronunciations` of a request win over them.',
          body: DictionaryBody,
          response: { 200: DictionaryView },
        },
        config,
      },
      async (request) =>
        viewOf(await changeDictionary(deps, callerOf(request).accountId, request.body.pronunciations)),
    );
  };
}

function viewOf({ entries, updatedAt }: Dictionary) {
  return { pronunciations: entries, updated_at: updatedAt?.toISOString() ?? null };
}

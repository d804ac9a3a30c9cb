import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { changeDictionary, type Dictionary, readDictionary } from './dictionary.ts';
import { DictionaryBody, DictionaryView } from './schemas.ts';

const PATH = '/api/v1/pronunciations';

export function pronunciationRoutes(deps: { db: Db; clock: Clock }): FastifyPluginAsyncTypebox {
  const config = { auth: 'bearer-or-session', permission: 'speech:read', bucket: 'general' } as const;
  const tags = ['Speech'];
  return async (app) => {
    app.get(
      PATH,
      {
        schema: { tags, summary: 'Get the pronunciation dictionary', response: { 200: DictionaryView } },
        config,
      },
      async (request) => viewOf(await readDictionary(deps, callerOf(request).accountId)),
    );

    app.put(
      PATH,
      {
        schema: {
          tags,
          summary: 'Replace the pronunciation dictionary',
          description: 'Applies to every text of the account. The `pronunciations` of a request override it.',
          body: DictionaryBody,
          response: { 200: DictionaryView },
        },
        config: { ...config, permission: 'speech:manage' },
      },
      async (request) =>
        viewOf(await changeDictionary(deps, callerOf(request).accountId, request.body.pronunciations)),
    );
  };
}

function viewOf({ entries, updatedAt }: Dictionary) {
  return { pronunciations: entries, updated_at: updatedAt?.toISOString() ?? null };
}

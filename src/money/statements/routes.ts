import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { CSV_HEADER, csvLine } from './csv.ts';
import { type BalanceName, viewOf } from './describe-entry.ts';
import { allEntries, listEntries } from './list-entries.ts';
import { StatementPage, StatementQuery } from './schemas.ts';

type Deps = { db: Db; clock: Clock };

export function statementRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    const schema = {
      tags: ['Billing'],
      summary: 'Read the ledger',
      description:
        'What moved the balances, why, and the balance after it. Newest first. As CSV with `Accept: text/csv` or `format=csv`.',
      querystring: StatementQuery,
      response: {
        200: {
          description: 'Wallet amounts are in US dollars.',
          content: {
            'application/json': { schema: StatementPage },
            'text/csv': { schema: { type: 'string' } },
          },
        },
      },
    };
    const config = { auth: 'bearer-or-session', permission: 'billing:read', bucket: 'general' } as const;
    app.get('/api/billing/ledger', { schema, config }, async (request, reply) => {
      const { accountId } = callerOf(request);
      const { format = acceptsCsv(request.headers.accept) ? 'csv' : 'json', ...query } = request.query;
      if (format === 'csv') {
        reply.header('content-disposition', 'attachment; filename="ledger.csv"');
        const lines = csvOf(deps, accountId, query);
        return reply.type('text/csv; charset=utf-8').send(Readable.from(lines, { objectMode: false }));
      }
      const { rows, nextCursor } = await listEntries(deps, accountId, query);
      return reply.send({ entries: rows.map(viewOf), next_cursor: nextCursor });
    });
  };
}

function acceptsCsv(accept: string | undefined): boolean {
  return /^\s*text\/csv\b/i.test(accept ?? '');
}

async function* csvOf(
  deps: Deps,
  accountId: string,
  filter: { balance?: BalanceName },
): AsyncGenerator<string> {
  yield CSV_HEADER;
  for await (const row of allEntries(deps, accountId, filter)) yield csvLine(viewOf(row));
}

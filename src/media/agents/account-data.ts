import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { viewOf } from './agent.ts';
import { deleteAgents, findAgent, selectAgents } from './queries.ts';

export function agentData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('agents.jsonl', async function* () {
        const pages = allPages((before) => selectAgents(db, accountId, { limit: EXPORT_PAGE, before }));
        for await (const { id } of pages) {
          const agent = await findAgent(db, accountId, id);
          if (agent) yield viewOf(agent);
        }
      });
    },
    erase: (accountId) => deleteAgents(db, accountId),
  };
}

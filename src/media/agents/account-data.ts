import type { Db } from '../../platform/database/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { viewOf } from './agent.ts';
import { deleteConversations, selectConversations } from './conversations/queries.ts';
import { readConversation } from './conversations/read-conversations.ts';
import { selectTexts } from './knowledge/queries.ts';
import { deleteAgents, findAgent, selectAgents } from './queries.ts';

export function agentData({ db }: { db: Db }): AccountData {
  return {
    async *entries(accountId) {
      yield jsonLines('agents.jsonl', async function* () {
        const pages = allPages((before) => selectAgents(db, accountId, { limit: EXPORT_PAGE, before }));
        for await (const { id } of pages) {
          const agent = await findAgent(db, accountId, id);
          if (!agent) continue;
          yield { ...viewOf(agent), knowledge: await selectTexts(db, accountId, id) };
        }
      });
      yield jsonLines('conversations.jsonl', async function* () {
        const pages = allPages((before) =>
          selectConversations(db, accountId, { limit: EXPORT_PAGE, before }),
        );
        for await (const { id } of pages) {
          const { conversation, turns } = await readConversation({ db }, accountId, id);
          yield { ...conversation, turns };
        }
      });
    },
    async erase(accountId) {
      await deleteConversations(db, accountId);
      await deleteAgents(db, accountId);
    },
  };
}

import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { type AccountData, allPages, EXPORT_PAGE, jsonLines } from '../../tenancy/accounts/index.ts';
import { viewOf } from './agent.ts';
import { deleteWithAudio, findAudioKey } from './conversations/audio-queries.ts';
import { selectConversations, selectTurns } from './conversations/queries.ts';
import { ALL_TURNS } from './conversations/read-conversations.ts';
import { selectTexts } from './knowledge/queries.ts';
import { deleteAgents, findAgent, selectAgents } from './queries.ts';

export function agentData(deps: ObjectDeps): AccountData {
  const { db, storage, clock } = deps;
  const allConversations = (accountId: string) =>
    allPages((before) => selectConversations(db, accountId, { limit: EXPORT_PAGE, before }));
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
        for await (const conversation of allConversations(accountId))
          yield { ...conversation, turns: await selectTurns(db, accountId, conversation.id, ALL_TURNS) };
      });
      for await (const { id } of allConversations(accountId))
        for (const { number, hasCallerAudio, hasReplyAudio } of await selectTurns(
          db,
          accountId,
          id,
          ALL_TURNS,
        ))
          for (const [side, isKept] of [
            ['caller', hasCallerAudio],
            ['reply', hasReplyAudio],
          ] as const) {
            if (!isKept) continue;
            const key = await findAudioKey(db, { accountId, conversationId: id, number }, side);
            const open = async () => (key && (await storage.get(key))?.body) || null;
            yield { path: `conversations/${id}/${number}.${side}.audio`, open };
          }
    },
    async erase(accountId) {
      const { audioKeys } = await deleteWithAudio(db, accountId, null, clock.now());
      await deleteMarkedObjects(deps, audioKeys);
      await deleteAgents(db, accountId);
    },
  };
}

import type { Db } from '../../../platform/database/index.ts';
import type { Agent } from '../agent.ts';
import type { Passage } from '../minds/model/system-prompt.ts';
import { buildIndex, type KnowledgeIndex } from './bm25.ts';
import { passagesOf } from './passages.ts';
import { selectTexts } from './queries.ts';

/** Finds what an agent knows about something. */
export type Knowledge = { lookUp(accountId: string, agent: Agent, said: string): Promise<Passage[]> };

const MOST_PASSAGES = 4;
/** Of one node. An index takes a few megabytes at most. */
const MOST_INDEXES = 50;

/** Keeps the index of an agent in memory until its documents change. */
export function createKnowledge({ db }: { db: Db }): Knowledge {
  const indexes = new Map<string, { version: string; index: Promise<KnowledgeIndex> }>();
  return {
    async lookUp(accountId, { id, settings, knowledgeVersion }, said) {
      if (knowledgeVersion === 0) return [];
      const language = settings.language ?? 'en';
      const version = `${knowledgeVersion} ${language}`;
      const known = indexes.get(id);
      const index = known?.version === version ? known.index : build(accountId, id, language);
      // The one used last is evicted last.
      indexes.delete(id);
      indexes.set(id, { version, index });
      const [oldest] = indexes.keys();
      if (indexes.size > MOST_INDEXES && oldest !== undefined) indexes.delete(oldest);
      try {
        return (await index).search(said, MOST_PASSAGES);
      } catch (error) {
        if (indexes.get(id)?.index === index) indexes.delete(id);
        throw error;
      }
    },
  };

  async function build(accountId: string, agentId: string, language: string): Promise<KnowledgeIndex> {
    const texts = await selectTexts(db, accountId, agentId);
    return buildIndex(
      texts.flatMap(({ name, text }) => passagesOf(name, text)),
      language,
    );
  }
}

import type { Db } from '../../../platform/database/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import type { Agent } from '../agent.ts';
import type { Passage } from '../responders/model/system-prompt.ts';
import { selectTexts } from './queries.ts';
import { searchKept, searchTexts } from './search-tasks.ts';

/** Finds what an agent knows about something. */
export type Knowledge = { lookUp(accountId: string, agent: Agent, said: string): Promise<Passage[]> };

const MOST_PASSAGES = 4;
/** Milliseconds of processor time. A thread reads all documents that an agent may have within a few seconds. */
const BUDGET_MS = 15_000;

/** The threads keep the index of an agent until its documents change. */
export function createKnowledge({ db, threads }: { db: Db; threads: Threads }): Knowledge {
  return {
    async lookUp(accountId, { id, settings, knowledgeVersion }, said) {
      if (knowledgeVersion === 0) return [];
      const language = settings.language ?? 'en';
      const question = { key: `${id} ${knowledgeVersion} ${language}`, said, most: MOST_PASSAGES };
      const work = { owner: accountId, what: 'Searching the documents', budgetMs: BUDGET_MS };
      const found = await threads.run(searchKept, question, work);
      if (found) return found;
      const texts = await selectTexts(db, accountId, id);
      return threads.run(searchTexts, { ...question, language, texts }, work);
    },
  };
}

import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { domainError } from '../../../platform/errors.ts';
import { prefixedId } from '../../../platform/ids.ts';
import { AgentNotFound } from '../errors.ts';
import { readAgent } from '../manage-agents.ts';
import { lockAgent } from '../queries.ts';
import {
  type Document,
  deleteDocumentRow,
  insertDocument,
  selectDocuments,
  sumDocuments,
} from './queries.ts';

export const MAX_DOCUMENTS = 50;
/** All documents of an agent share this limit. */
export const MAX_CHARACTERS = 500_000;

const DocumentNotFound = domainError('not_found', 'document_not_found', 'Document not found.');

const KnowledgeLimitReached = domainError(
  'conflict',
  'knowledge_limit',
  `An agent can have ${MAX_DOCUMENTS} documents with ${MAX_CHARACTERS} characters together. Delete one first.`,
);

/** Runs in the transaction of the caller, who keeps the answer in it. */
export async function addDocument(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
  agentId: string,
  { name, text }: { name: string; text: string },
): Promise<Document> {
  if (!(await lockAgent(tx, accountId, agentId))) throw new AgentNotFound();
  const now = clock.now();
  const characters = text.length;
  const sum = await sumDocuments(tx, accountId, agentId);
  if (sum.documents >= MAX_DOCUMENTS || sum.characters + characters > MAX_CHARACTERS)
    throw new KnowledgeLimitReached();
  const document = { id: prefixedId('doc', now.getTime()), name, characters, createdAt: now };
  await insertDocument(tx, accountId, { ...document, agentId, text });
  return document;
}

export async function listDocuments(
  deps: { db: Db },
  accountId: string,
  agentId: string,
): Promise<Document[]> {
  await readAgent(deps, accountId, agentId);
  return selectDocuments(deps.db, accountId, agentId);
}

export async function deleteDocument(
  { db }: { db: Db },
  accountId: string,
  agentId: string,
  id: string,
): Promise<void> {
  if (!(await deleteDocumentRow(db, accountId, agentId, id))) throw new DocumentNotFound();
}

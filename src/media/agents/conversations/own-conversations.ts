import { type Caller, grants } from '../../../http/index.ts';
import { type Db, sql } from '../../../platform/database/index.ts';
import { domainError } from '../../../platform/errors.ts';
import { ConversationNotFound } from './errors.ts';

const AgentNotAllowed = domainError(
  'forbidden',
  'key_permission_denied',
  (agentId: string) => `This API key may talk to the agent ${agentId} only.`,
);

/** A key may have been made for one agent. */
export function requireAgentAllowed({ agentId: only }: Pick<Caller, 'agentId'>, agentId: string): void {
  if (only !== undefined && only !== agentId) throw new AgentNotAllowed(only);
}

/** Each key of a customer's users is somebody else. All keys of a session are its owner. */
export function starterOf({ credential: { id, ephemeralKeyId } }: Pick<Caller, 'credential'>): string {
  return ephemeralKeyId ?? id;
}

/** A caller who may only talk has the conversations that they began. To them the others do not exist. */
export async function requireOwnConversation(db: Db, caller: Caller, id: string): Promise<void> {
  const { accountId, credential, scope } = caller;
  const hasAll = credential.kind !== 'ephemeral' && grants(scope?.permissions ?? null, 'talk:manage');
  if (hasAll) return;
  const { rows } = await sql`
    SELECT FROM conversations
    WHERE id = ${id} AND account_id = ${accountId}::uuid AND started_by = ${starterOf(caller)}`.execute(db);
  if (rows.length === 0) throw new ConversationNotFound();
}

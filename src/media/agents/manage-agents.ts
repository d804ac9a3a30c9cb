import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import type { Agent, AgentSettings, AgentSummary } from './agent.ts';
import { type CheckAgentDeps, checkAgent } from './check-agent.ts';
import { AgentLimitReached, AgentNotFound, InvalidSettings } from './errors.ts';
import {
  findAgent,
  insertAgent,
  lockAgent,
  lockAndCountAgents,
  selectAgents,
  updateAgent,
} from './queries.ts';
import type { AgentChange, NewAgent } from './schemas.ts';
import { sealHeaders } from './tools/sealed-headers.ts';

export const MAX_AGENTS = 200;

/** Stores the answer for replays: `prepare` runs before the transaction that creates the agent, `keep` runs in it. */
export type Keeping = {
  prepare(agent: Agent): Promise<void>;
  keep(tx: Tx, agent: Agent): Promise<void>;
};

export async function createAgent(
  deps: CheckAgentDeps,
  accountId: string,
  { name, ...given }: NewAgent,
  { prepare, keep }: Keeping,
): Promise<Agent> {
  const now = deps.clock.now();
  const id = prefixedId('agent', now.getTime());
  const wanted = withoutNulls(given);
  await checkAgent(deps, accountId, wanted, null);
  const sealed = sealSettings(deps, id, wanted, null);
  const agent = { id, name, ...sealed, knowledgeVersion: 0, createdAt: now, updatedAt: now };
  await prepare(agent);
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockAndCountAgents(tx, accountId)) >= MAX_AGENTS) throw new AgentLimitReached(MAX_AGENTS);
    await insertAgent(tx, accountId, agent);
    await keep(tx, agent);
  });
  return agent;
}

export async function listAgents(
  { db }: { db: Db },
  accountId: string,
  page: Page,
): Promise<{ agents: AgentSummary[]; nextCursor: string | null }> {
  const before = idFromCursor(page.cursor, 'agent');
  const agents = await selectAgents(db, accountId, { limit: page.limit + 1, before });
  return { agents: agents.slice(0, page.limit), nextCursor: cursorAfter(agents, page.limit) };
}

export async function readAgent({ db }: { db: Db }, accountId: string, id: string): Promise<Agent> {
  const agent = await findAgent(db, accountId, id);
  if (!agent) throw new AgentNotFound();
  return agent;
}

/** Changes the fields that are given; null removes one. Conversations in progress go on with the changed agent. */
export async function changeAgent(
  deps: CheckAgentDeps,
  accountId: string,
  id: string,
  change: AgentChange,
): Promise<Agent> {
  const agent = await readAgent(deps, accountId, id);
  const { name = agent.name, ...rest } = change;
  const wanted = withoutNulls({ ...agent.settings, ...rest });
  await checkAgent(deps, accountId, wanted, agent.settings);
  const sealed = sealSettings(deps, id, wanted, agent.headersSealed);
  const updatedAt = deps.clock.now();
  const isChanged = await deps.db.transaction().execute(async (tx) => {
    const locked = await lockAgent(tx, accountId, id);
    if (!locked) throw new AgentNotFound();
    // Somebody else changed it meanwhile, so these settings together were never checked.
    if (contentOf(locked) !== contentOf(agent)) return false;
    await updateAgent(tx, accountId, { id, name, ...sealed, updatedAt });
    return true;
  });
  return isChanged ? { ...agent, name, ...sealed, updatedAt } : changeAgent(deps, accountId, id, change);
}

/** Refuses masked headers whose value is not known. */
function sealSettings(
  { sealing }: CheckAgentDeps,
  id: string,
  settings: AgentSettings,
  before: Uint8Array | null,
): Pick<Agent, 'settings' | 'headersSealed'> {
  if (!settings.tools) return { settings, headersSealed: null };
  const { tools, sealed, problems } = sealHeaders(sealing, id, settings.tools, before);
  if (problems.length > 0) throw new InvalidSettings('invalid_tools', problems);
  return { settings: { ...settings, tools }, headersSealed: sealed };
}

function contentOf({ settings, headersSealed }: Agent): string {
  return JSON.stringify([settings, headersSealed && Buffer.from(headersSealed).toString('base64')]);
}

function withoutNulls(settings: AgentSettings): AgentSettings {
  const kept = Object.entries(settings).filter(([, value]) => value !== null);
  return Object.fromEntries(kept) as AgentSettings;
}

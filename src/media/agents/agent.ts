import type { NewAgent } from './schemas.ts';
import { masked } from './tools/sealed-headers.ts';

/** These settings are stored and shown by the API in the same form. */
export type AgentSettings = Omit<NewAgent, 'name'>;

export type AgentSummary = { id: string; name: string; createdAt: Date; updatedAt: Date };
export type Agent = AgentSummary & {
  settings: AgentSettings;
  /** The values of the headers that `settings` shows masked. */
  headersSealed: Uint8Array | null;
  knowledgeVersion: number;
};

/** `isDisclosureOptional`: the operator lets agents not say that they are machines. */
export type DisclosureRule = { isDisclosureOptional: boolean };

/** Whether the agent says that it is a machine. */
export function isDisclosing(
  { isDisclosureOptional }: DisclosureRule,
  { disclosure }: Pick<AgentSettings, 'disclosure'>,
): boolean {
  return disclosure !== 'none' || !isDisclosureOptional;
}

const IDLE_SECONDS = 300;
const MAX_SECONDS = 1_800;

export function limitsOf({ limits }: AgentSettings): { idleMs: number; maxMs: number } {
  const { idle_seconds = IDLE_SECONDS, max_seconds = MAX_SECONDS } = limits ?? {};
  return { idleMs: idle_seconds * 1_000, maxMs: max_seconds * 1_000 };
}

/** Returns the voice in the fields of a speech request. */
export function voiceWanted({ voice_id, language }: Pick<AgentSettings, 'voice_id' | 'language'>) {
  return { voice_id, ...(language && { language }) };
}

/** The same for a reply that is spoken while it is thought. */
export function replyWanted(settings: Pick<AgentSettings, 'voice_id' | 'language'>) {
  return { ...voiceWanted(settings), kind: 'agent' };
}

export function viewOf({ id, name, settings, createdAt, updatedAt }: Agent) {
  return {
    id,
    name,
    ...settings,
    // An older version that still runs may have stored headers in the clear.
    ...(settings.tools && { tools: settings.tools.map(masked) }),
    mind: settings.flow ? ('flow' as const) : ('model' as const),
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  };
}

export function summaryOf({ id, name, createdAt, updatedAt }: AgentSummary) {
  return { id, name, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

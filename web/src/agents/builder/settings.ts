import type { Agent, AgentFlow, AgentSettings } from '../agent.ts';

export type Mind = Agent['mind'];
/** A draft keeps the mind that is not chosen until it is saved. */
export type Draft = { settings: AgentSettings; mind: Mind };

type Rule = NonNullable<AgentFlow['anywhere']>[number];

export function draftOf(agent: Agent): Draft {
  const { id: _id, mind, created_at: _created, updated_at: _updated, ...settings } = agent;
  return { settings, mind };
}

/** Every setting is sent, so that one that was emptied is removed. */
export function bodyOf({ settings, mind }: Draft): AgentSettings {
  const { flow, turn_taking: turns, limits, tools, ...rest } = settings;
  return {
    name: rest.name.trim(),
    voice_id: rest.voice_id,
    system_prompt: textOrNull(rest.system_prompt),
    language: textOrNull(rest.language),
    first_message: textOrNull(rest.first_message),
    disclosure: rest.disclosure ?? null,
    model: textOrNull(rest.model),
    temperature: rest.temperature ?? null,
    flow: flow && mind === 'flow' ? tidyFlow(flow) : null,
    tools: tools && tools.length > 0 ? tools : null,
    last_sentence: textOrNull(rest.last_sentence),
    keep_audio: rest.keep_audio || null,
    turn_taking: turns && Object.keys(turns).length > 0 ? tidyTurns(turns) : null,
    limits: limits && Object.keys(limits).length > 0 ? limits : null,
  };
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other));
}

function textOrNull(text: string | null | undefined): string | null {
  return text?.trim() ? text : null;
}

/** Several prompts are a line each; lines that were left empty are none. */
function tidyTurns(turns: NonNullable<AgentSettings['turn_taking']>): AgentSettings['turn_taking'] {
  const { idle_prompt: prompt } = turns;
  if (!prompt) return turns;
  const lines = [prompt.say].flat().filter((line) => line.trim() !== '');
  return { ...turns, idle_prompt: { ...prompt, say: lines.length === 1 ? (lines[0] ?? '') : lines } };
}

/** Lines that were begun and left empty are no patterns. */
function tidyFlow(flow: AgentFlow): AgentFlow {
  const states = Object.entries(flow.states).map(
    ([name, state]) => [name, { ...state, rules: state.rules.map(tidyRule) }] as const,
  );
  return {
    ...flow,
    states: Object.fromEntries(states),
    ...(flow.anywhere && { anywhere: flow.anywhere.map(tidyRule) }),
  };
}

function tidyRule(rule: Rule): Rule {
  return { ...rule, when: rule.when.filter((pattern) => pattern.trim() !== '') };
}

/** An object without what is undefined or empty. */
export function compact<T extends object>(value: T): T {
  const kept = Object.entries(value).filter(([, one]) => one !== undefined && one !== null && one !== '');
  return Object.fromEntries(kept) as T;
}

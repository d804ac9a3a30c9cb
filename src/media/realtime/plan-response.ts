import type { ChatRequest } from '../../../engines/language-model/index.ts';
import { prefixedId } from '../../platform/ids.ts';
import { createItems, type Item, type Items, messagesOf } from './items.ts';
import { type SessionConfig, updateSession } from './session-config.ts';

export type ResponsePlan = {
  config: SessionConfig;
  request: ChatRequest;
  metadata: unknown;
  /** Whether its items belong to the conversation. */
  isKept: boolean;
};

/** Reads `response.create`: the settings of the session with the changes of this response. */
export function planResponse(
  session: SessionConfig,
  items: Items,
  { conversation, metadata, input, ...changes }: Record<string, unknown>,
): ResponsePlan {
  const config = updateSession(session, changes);
  const told = Array.isArray(input) ? ownItems(input, items) : items.list;
  const tools = config.tool_choice === 'none' ? [] : config.tools;
  const request = {
    messages: messagesOf(told, config.instructions),
    tools: tools.map(({ name, description = '', parameters = { type: 'object' } }) => ({
      name,
      description,
      parameters,
    })),
  };
  return { config, request, metadata, isKept: conversation !== 'none' };
}

/** New items, and references to those of the conversation. */
function ownItems(input: readonly unknown[], known: Items): readonly Item[] {
  const own = createItems(() => prefixedId('item'));
  for (const one of input) {
    const { type, id } = (one ?? {}) as { type?: unknown; id?: unknown };
    own.add(type === 'item_reference' && typeof id === 'string' ? known.get(id) : one);
  }
  return own.list;
}

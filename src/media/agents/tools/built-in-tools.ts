import type { ChatTool, ToolCall } from '../../../../engines/language-model/index.ts';

const parameters = {
  type: 'object',
  properties: {
    reason: { type: 'string', description: 'Why, in a few words.' },
    say: { type: 'string', description: 'Last words to the caller, unless you have said them already.' },
  },
  required: ['reason'],
};

/** Every agent has these. */
export const BUILT_IN_TOOLS: readonly ChatTool[] = [
  {
    name: 'hand_over',
    description: 'Hand the caller over to a person: when they ask for one, or when you cannot help.',
    parameters,
  },
  {
    name: 'end_call',
    description: 'End the conversation, once the caller has said goodbye or needs nothing more.',
    parameters,
  },
];

export type Ending = { type: 'hand_over' | 'end_call'; reason: string; say: string };

const MAX_REASON = 300;

/** Null for any other function. What a model writes may be anything, and it ends all the same. */
export function endingOf({ name, arguments: given }: ToolCall): Ending | null {
  if (name !== 'hand_over' && name !== 'end_call') return null;
  const { reason, say } = fieldsOf(given);
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return { type: name, reason: text(reason).slice(0, MAX_REASON), say: text(say) };
}

function fieldsOf(json: string): { reason?: unknown; say?: unknown } {
  try {
    const fields: unknown = JSON.parse(json);
    return typeof fields === 'object' && fields !== null ? fields : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import type { ChatMessage } from '../../../engines/language-model/index.ts';
import { oneOf } from './one-of.ts';
import { ProtocolError } from './protocol-error.ts';

const Status = Type.Optional(oneOf('completed', 'incomplete', 'in_progress'));
const Text = Type.Optional(Type.Union([Type.String({ maxLength: 200_000 }), Type.Null()]));
const Part = Type.Object({
  type: oneOf('input_text', 'input_audio', 'output_text', 'output_audio'),
  text: Text,
  transcript: Text,
});
const Message = Type.Object({
  type: Type.Literal('message'),
  role: oneOf('user', 'assistant', 'system'),
  content: Type.Array(Part, { maxItems: 32 }),
  status: Status,
});
const FunctionCall = Type.Object({
  type: Type.Literal('function_call'),
  call_id: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ maxLength: 64 }),
  arguments: Type.String({ maxLength: 200_000 }),
  status: Status,
});
const FunctionOutput = Type.Object({
  type: Type.Literal('function_call_output'),
  call_id: Type.String({ minLength: 1, maxLength: 64 }),
  output: Type.String({ maxLength: 200_000 }),
  status: Status,
});
const NewItem = Type.Intersect([
  Type.Object({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }),
  Type.Union([Message, FunctionCall, FunctionOutput]),
]);
const newItems = TypeCompiler.Compile(NewItem);

export type NewItem = Static<typeof NewItem>;
export type Item = NewItem & { id: string; object: 'realtime.item' };

const MAX_ITEMS = 2_000;
const MAX_CHARACTERS = 2_000_000;

export type Items = ReturnType<typeof createItems>;

/** The conversation, in order. */
export function createItems(newId: () => string) {
  const list: Item[] = [];
  const sizes = new Map<string, number>();
  let characters = 0;
  const indexOf = (id: string): number => {
    const index = list.findIndex((item) => item.id === id);
    if (index >= 0) return index;
    throw new ProtocolError(
      'item_not_found',
      `There is no item ${id.slice(0, 64)} in the conversation.`,
      'item_id',
    );
  };
  return {
    list: list as readonly Item[],
    get: (id: string): Item => list[indexOf(id)] as Item,
    /** `after`: the id of an item, `root` for the beginning; default: the end. */
    add(wanted: unknown, after?: string | null): { item: Item; previousId: string | null } {
      if (!newItems.Check(wanted)) {
        const problem = newItems.Errors(wanted).First();
        const param = `item${(problem?.path ?? '').replaceAll('/', '.')}`;
        throw new ProtocolError('invalid_value', `${param} is not valid.`, param);
      }
      if (wanted.id !== undefined && list.some(({ id }) => id === wanted.id))
        throw new ProtocolError('item_exists', `There is an item ${wanted.id} already.`, 'item.id');
      const item: Item = { id: newId(), object: 'realtime.item', status: 'completed', ...wanted };
      const size = JSON.stringify(item).length;
      if (list.length >= MAX_ITEMS || characters + size > MAX_CHARACTERS)
        throw new ProtocolError(
          'conversation_too_long',
          'The conversation is too long. Delete items, or begin another.',
        );
      const index = after === 'root' ? 0 : after ? indexOf(after) + 1 : list.length;
      list.splice(index, 0, item);
      sizes.set(item.id, size);
      characters += size;
      return { item, previousId: list[index - 1]?.id ?? null };
    },
    delete(id: string): void {
      list.splice(indexOf(id), 1);
      characters -= sizes.get(id) ?? 0;
      sizes.delete(id);
    },
  };
}

/** Builds the messages for the model. It gets the words of audio, and only the end of a long conversation. */
export function messagesOf(items: readonly Item[], instructions: string): ChatMessage[] {
  const system: ChatMessage[] = instructions ? [{ role: 'system', content: instructions }] : [];
  return [...system, ...latest(toldOf(items))];
}

function toldOf(items: readonly Item[]): ChatMessage[] {
  const messages: ChatMessage[] = [];
  for (const item of items) {
    if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', toolCallId: item.call_id, content: item.output });
    } else if (item.type === 'function_call') {
      const call = { id: item.call_id, name: item.name, arguments: item.arguments };
      const last = messages.at(-1);
      // Calls of one answer are one message.
      if (last?.role === 'assistant') last.toolCalls = [...(last.toolCalls ?? []), call];
      else messages.push({ role: 'assistant', content: '', toolCalls: [call] });
    } else {
      const content = item.content
        .map(({ text, transcript }) => text ?? transcript ?? '')
        .join(' ')
        .trim();
      if (content !== '') messages.push({ role: item.role, content });
    }
  }
  return messages;
}

/** Most models take fewer characters than this, and more would keep their servers busy. */
const MAX_TOLD = 200_000;

/** Begins with the words of a user, because the result of a call means nothing without the call. */
function latest(messages: ChatMessage[]): ChatMessage[] {
  let from = messages.length;
  for (let left = MAX_TOLD; from > 0; from -= 1) {
    left -= JSON.stringify(messages[from - 1]).length;
    if (left < 0) break;
  }
  if (from === 0) return messages;
  const begin = messages.findIndex(({ role }, i) => i >= from && role === 'user');
  return messages.slice(begin < 0 ? -1 : begin);
}

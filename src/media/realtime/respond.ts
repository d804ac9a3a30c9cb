import type { ChatPart, ToolCall, Usage } from '../../../engines/language-model/index.ts';
import { describeError } from './describe-error.ts';
import type { Item, Items, NewItem } from './items.ts';

/** A piece of a reply: the words it says, as written, and their sound in the format of the session. */
export type SpokenPiece = { text: string; audio: Buffer };

export type Interruption = 'turn_detected' | 'client_cancelled';

export type ResponseOptions = {
  id: string;
  conversationId: string;
  modalities: readonly ('text' | 'audio')[];
  metadata: unknown;
  newItemId(): string;
  /** Items of a response outside the conversation are not kept. */
  items: Pick<Items, 'add'> | null;
  /** The model says these parts. */
  parts: AsyncIterable<ChatPart>;
  /** Says it, in pieces that are paid for. */
  speak(text: AsyncIterable<string>): AsyncIterable<SpokenPiece>;
  /** The item that the pieces are said in. */
  onMessage?(item: Item): void;
  /** Called after `response.done` has reported the error. */
  onFailure?(error: unknown): void;
  send(event: { type: string } & Record<string, unknown>): Promise<void>;
  /** Its reason is an `Interruption`. */
  signal: AbortSignal;
};

export type ResponseStatus = 'completed' | 'cancelled' | 'failed';

/** Sends the events of one response, from `response.created` to `response.done`. Never throws. */
export async function respond(options: ResponseOptions): Promise<ResponseStatus> {
  const { id, send, signal } = options;
  const output: Item[] = [];
  let usage: Usage | null = null;
  const describe = (status: string, details: object | null = null) => ({
    id,
    object: 'realtime.response',
    status,
    status_details: details,
    output,
    conversation_id: options.items ? options.conversationId : null,
    output_modalities: options.modalities,
    metadata: options.metadata ?? null,
    usage: usage && usageOf(usage),
  });
  const done = async (status: ResponseStatus, details: object): Promise<ResponseStatus> => {
    await send({ type: 'response.done', response: describe(status, { type: status, ...details }) });
    return status;
  };
  await send({ type: 'response.created', response: describe('in_progress') });
  try {
    const calls: ToolCall[] = [];
    await sayText(options, output, async function* texts() {
      for await (const part of options.parts) {
        signal.throwIfAborted();
        if (part.type === 'text') yield part.text;
        else if (part.type === 'tool_call') calls.push(part.call);
        else usage = part.usage;
      }
    });
    signal.throwIfAborted();
    for (const call of calls) await sendCall(options, output, call);
    return await done('completed', {});
  } catch (error) {
    if (signal.aborted) return done('cancelled', { reason: signal.reason });
    const status = await done('failed', { error: describeError(error) });
    options.onFailure?.(error);
    return status;
  }
}

/** Nothing is sent for a model that only calls tools. */
async function sayText(
  options: ResponseOptions,
  output: Item[],
  texts: () => AsyncGenerator<string>,
): Promise<void> {
  const isSpoken = options.modalities.includes('audio');
  let message: Awaited<ReturnType<typeof openMessage>> | undefined;
  try {
    const pieces = isSpoken ? options.speak(texts()) : silent(texts());
    for await (const piece of pieces) {
      options.signal.throwIfAborted();
      message ??= await openMessage(options, output, isSpoken);
      await message.add(piece);
    }
  } catch (error) {
    await message?.end('incomplete');
    throw error;
  }
  await message?.end('completed');
}

async function* silent(texts: AsyncIterable<string>): AsyncGenerator<SpokenPiece> {
  for await (const text of texts) yield { text, audio: Buffer.alloc(0) };
}

async function openMessage(options: ResponseOptions, output: Item[], isSpoken: boolean) {
  const { id: response_id, send } = options;
  const content = isSpoken
    ? { type: 'output_audio' as const, transcript: '' }
    : { type: 'output_text' as const, text: '' };
  const kind = isSpoken ? 'output_audio_transcript' : 'output_text';
  const item = await openItem(options, output, {
    type: 'message',
    role: 'assistant',
    status: 'in_progress',
    content: [content],
  });
  options.onMessage?.(item);
  const at = { response_id, item_id: item.id, output_index: output.length - 1, content_index: 0 };
  // The protocol names the types of a part differently from those of an item.
  const part = () =>
    isSpoken ? { type: 'audio', transcript: content.transcript } : { type: 'text', text: content.text };
  await send({ type: 'response.content_part.added', ...at, part: part() });
  return {
    async add({ text, audio }: SpokenPiece): Promise<void> {
      if (isSpoken) content.transcript += text;
      else content.text += text;
      await send({ type: `response.${kind}.delta`, ...at, delta: text });
      if (audio.length > 0)
        await send({ type: 'response.output_audio.delta', ...at, delta: audio.toString('base64') });
    },
    async end(status: 'completed' | 'incomplete'): Promise<void> {
      if (isSpoken) await send({ type: 'response.output_audio.done', ...at });
      const whole = isSpoken ? { transcript: content.transcript } : { text: content.text };
      await send({ type: `response.${kind}.done`, ...at, ...whole });
      await send({ type: 'response.content_part.done', ...at, part: part() });
      await closeItem(options, item, at.output_index, status);
    },
  };
}

async function sendCall(options: ResponseOptions, output: Item[], call: ToolCall): Promise<void> {
  const { id: response_id, send } = options;
  const item = await openItem(options, output, {
    type: 'function_call',
    call_id: call.id,
    name: call.name,
    arguments: '',
    status: 'in_progress',
  });
  const output_index = output.length - 1;
  const at = { response_id, item_id: item.id, output_index, call_id: call.id };
  if (item.type === 'function_call') item.arguments = call.arguments;
  await send({ type: 'response.function_call_arguments.delta', ...at, delta: call.arguments });
  const facts = { ...at, name: call.name, arguments: call.arguments };
  await send({ type: 'response.function_call_arguments.done', ...facts });
  await closeItem(options, item, output_index, 'completed');
}

async function openItem(options: ResponseOptions, output: Item[], wanted: NewItem): Promise<Item> {
  const { send, items, newItemId, id: response_id } = options;
  const created = { id: newItemId(), object: 'realtime.item', ...wanted } as Item;
  const { item, previousId } = items ? items.add(created) : { item: created, previousId: null };
  output.push(item);
  await send({ type: 'response.output_item.added', response_id, output_index: output.length - 1, item });
  if (items) await send({ type: 'conversation.item.added', previous_item_id: previousId, item });
  return item;
}

async function closeItem(
  { send, items, id: response_id }: ResponseOptions,
  item: Item,
  output_index: number,
  status: 'completed' | 'incomplete',
): Promise<void> {
  item.status = status;
  await send({ type: 'response.output_item.done', response_id, output_index, item });
  if (items) await send({ type: 'conversation.item.done', item });
}

function usageOf({ prompt_tokens, completion_tokens, total_tokens }: Usage) {
  return { total_tokens, input_tokens: prompt_tokens, output_tokens: completion_tokens };
}

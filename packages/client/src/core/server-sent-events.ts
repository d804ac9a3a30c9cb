import { chunksOf } from '../media.ts';

export type ServerSentEvent = { id: string | null; event: string; data: string };

/** The events of a `text/event-stream`. An unfinished one at the end is dropped, as the standard says. */
export async function* readEvents(
  stream: ReadableStream<Uint8Array>,
  onChunk: () => void = () => undefined,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunksOf(stream)) {
    onChunk();
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = eventIn(block);
      if (event) yield event;
    }
  }
}

/** Null for a comment, which keeps the connection open. */
function eventIn(block: string): ServerSentEvent | null {
  const fields = { id: null as string | null, event: 'message' };
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'data') data.push(value);
    else if (name === 'id') fields.id = value;
    else if (name === 'event') fields.event = value;
  }
  return data.length > 0 ? { ...fields, data: data.join('\n') } : null;
}

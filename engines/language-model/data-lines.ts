const MAX_LINE_CHARACTERS = 256_000;
const MAX_BYTES = 4_000_000;

/**
 * The `data:` lines of an event stream. Servers of language models put one whole JSON document on each, and not all of
 * them end an event with an empty line.
 */
export async function* dataLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the answer has more than ${MAX_BYTES} bytes`);
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw new Error('a line of the answer does not end');
    for (const line of lines) if (line.startsWith('data:')) yield line.slice('data:'.length).trim();
  }
  // The last line may lack its end.
  if (rest.startsWith('data:')) yield rest.slice('data:'.length).trim();
}

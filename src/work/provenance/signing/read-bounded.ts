import type { OperatorResponse } from '../../../platform/operator-fetch.ts';

/** The body of an answer. Throws beyond `maxBytes`. */
export async function readBounded(response: OperatorResponse, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

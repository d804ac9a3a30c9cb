import { collectInTurns } from '../platform/event-loop.ts';

/** A multiple of three, so that the base64 of the pieces can be joined. */
const PIECE_BYTES = 3 * 2 ** 17;

/**
 * A JSON object whose field `name` holds bytes as base64. For minutes of audio, `JSON.stringify` would keep the event loop
 * for a fifth of a second.
 */
export async function jsonWithBytes(name: string, bytes: Buffer, fields: object): Promise<Buffer> {
  const rest = JSON.stringify(fields).slice(1);
  const open = Buffer.from(`{${JSON.stringify(name)}:"`);
  const close = Buffer.from(rest === '}' ? '"}' : `",${rest}`);
  return Buffer.concat([open, ...(await collectInTurns(base64Pieces(bytes))), close]);
}

function* base64Pieces(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES)
    yield Buffer.from(bytes.toString('base64', from, from + PIECE_BYTES), 'latin1');
}

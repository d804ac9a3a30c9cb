import { collectInTurns } from '../platform/event-loop.ts';

/** A multiple of three, so that base64 has no padding between pieces. */
const PIECE_BYTES = 3 * 2 ** 17;

/**
 * Builds a JSON object with `bytes` as base64 in the field `name`. For minutes of audio, `JSON.stringify` would block the
 * event loop for a fifth of a second.
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

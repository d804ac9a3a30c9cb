import { createHash, randomBytes } from 'node:crypto';
import { boolean, integer, objectId, octets, readElement, readElements, sequence } from './der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const NULL = Buffer.from([0x05, 0x00]);
/** Granted, and granted with changes. */
const GRANTED = [0, 1];

export type StampRequest = { request: Buffer; imprint: Buffer; nonce: Buffer };

/** A request of RFC 3161 for a time stamp over these bytes, with the certificates of the server in its answer. */
export function requestStamp(bytes: Uint8Array): StampRequest {
  const imprint = createHash('sha256').update(bytes).digest();
  const nonce = integer(randomBytes(8));
  const hashed = sequence(sequence(objectId(SHA256), NULL), octets(imprint));
  return { request: sequence(integer(Buffer.from([1])), hashed, nonce, boolean(true)), imprint, nonce };
}

/** The token in the answer of a time-stamp server. Throws if the answer is not one to this request. */
export function tokenIn(answer: Buffer, { imprint, nonce }: StampRequest): Buffer {
  const [status, token] = readElements(readElement(answer).content);
  const code = status && readElement(status.content).content;
  if (!token || code?.length !== 1 || !GRANTED.includes(code[0] ?? -1))
    throw new Error('the server granted no time stamp');
  if (!token.whole.includes(imprint) || !token.whole.includes(nonce))
    throw new Error('the time stamp is for another request');
  return token.whole;
}

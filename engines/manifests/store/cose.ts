import { type Cbor, encodeCbor, Tagged } from './cbor.ts';

/** Identifiers of RFC 9053 for the algorithms that C2PA allows and this service signs with. */
const COSE_ALGORITHMS = { ES256: -7, ES384: -35, EdDSA: -8 } as const;
export type CoseAlgorithm = keyof typeof COSE_ALGORITHMS;

const ALGORITHM = 1;
const X5CHAIN = 33;
const COSE_SIGN1 = 18;
const NOTHING = new Uint8Array(0);
/** The length of the padding always takes two bytes, so that every size can be reached. */
const LEAST_PADDING = 256;

/** The header that a signature covers. `chain` is in DER, the signer's certificate first. */
export function protectedHeader(algorithm: CoseAlgorithm, chain: readonly Uint8Array[]): Buffer {
  const [leaf] = chain;
  if (!leaf) throw new Error('a signature needs a certificate');
  return encodeCbor(
    new Map<number, Cbor>([
      [ALGORITHM, COSE_ALGORITHMS[algorithm]],
      [X5CHAIN, chain.length === 1 ? leaf : chain],
    ]),
  );
}

export function bytesToSign(header: Buffer, payload: Uint8Array): Buffer {
  return encodeCbor(['Signature1', header, NOTHING, payload]);
}

/** What a time stamp of a signature covers (`sigTst2` of C2PA 2). */
export function bytesToStamp(header: Buffer, signature: Uint8Array): Buffer {
  return encodeCbor(['CounterSignature', header, NOTHING, encodeCbor(signature)]);
}

/** A COSE_Sign1 without its payload, padded to exactly `bytes`. */
export function envelope(options: {
  header: Buffer;
  signature: Uint8Array;
  timeStamp: Uint8Array | null;
  bytes: number;
}): Buffer {
  const { header, signature, timeStamp, bytes } = options;
  const encoded = (padding: number): Buffer =>
    encodeCbor(
      new Tagged(COSE_SIGN1, [
        header,
        {
          ...(timeStamp && { sigTst2: { tstTokens: [{ val: timeStamp }] } }),
          pad: new Uint8Array(padding),
        },
        null,
        signature,
      ]),
    );
  const padding = LEAST_PADDING + bytes - encoded(LEAST_PADDING).length;
  if (padding < LEAST_PADDING) throw new Error(`a signature does not fit into ${bytes} bytes`);
  return encoded(padding);
}

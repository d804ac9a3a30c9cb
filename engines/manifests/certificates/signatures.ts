import { type KeyObject, sign, verify } from 'node:crypto';
import type { CoseAlgorithm } from '../store/cose.ts';

const DIGESTS: Record<CoseAlgorithm, string | null> = { ES256: 'sha256', ES384: 'sha384', EdDSA: null };
/** COSE writes r and s one after the other, each of full length. */
const dsaEncoding = 'ieee-p1363';

export function signWith(key: KeyObject, algorithm: CoseAlgorithm, bytes: Uint8Array): Buffer {
  return sign(DIGESTS[algorithm], bytes, { key, dsaEncoding });
}

export function isSignatureOf(
  key: KeyObject,
  algorithm: CoseAlgorithm,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  return verify(DIGESTS[algorithm], bytes, { key, dsaEncoding }, signature);
}

import { type KeyObject, X509Certificate } from 'node:crypto';
import type { CoseAlgorithm } from '../store/cose.ts';

export type Chain = {
  /** In DER, the signer's first. A root is left out: who trusts it has it. */
  certificates: Uint8Array[];
  publicKey: KeyObject;
  algorithm: CoseAlgorithm;
  organisation: string | null;
  /** In decimal digits. */
  serialNumber: string;
  validTo: Date;
};

/** Reads a chain in PEM. Throws in words that an operator can act on. */
export function readChain(pem: string): Chain {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? [];
  const certificates = blocks.map((block) => new X509Certificate(block));
  const [leaf] = certificates;
  if (!leaf) throw new Error('it has no certificate in PEM');
  if (leaf.ca) throw new Error('its first certificate is an authority’s; the signer’s must come first');
  const issued = certificates.filter((one, i) => i === 0 || !one.checkIssued(one));
  return {
    certificates: issued.map(({ raw }) => raw),
    publicKey: leaf.publicKey,
    algorithm: algorithmOf(leaf.publicKey),
    organisation: /^O=(.+)$/mu.exec(leaf.subject)?.[1] ?? null,
    serialNumber: BigInt(`0x${leaf.serialNumber}`).toString(),
    validTo: leaf.validToDate,
  };
}

function algorithmOf(key: KeyObject): CoseAlgorithm {
  const curve = key.asymmetricKeyDetails?.namedCurve;
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  if (curve === 'prime256v1') return 'ES256';
  if (curve === 'secp384r1') return 'ES384';
  throw new Error('its key is neither on the curves P-256 and P-384 nor Ed25519');
}

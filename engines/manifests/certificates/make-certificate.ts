import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { bits, boolean, der, field, integer, objectId, octets, sequence, set, text, time } from './der.ts';

const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));
const YEARS_VALID = 20;
/** Some clocks are slow. */
const EARLIER_MS = 24 * 3_600_000;

type Subject = { organisation: string; commonName: string };
type Pair = { publicKey: KeyObject; privateKey: KeyObject };

/** PEM. The signer's certificate comes first in the chain. */
export type MadeCertificate = { chain: string; key: string };

/**
 * Makes a certificate for signing manifests, and the authority that issued it, whose key is forgotten: C2PA refuses certificates
 * that sign themselves. Nobody trusts it but who is told to.
 */
export function makeCertificate({ organisation, now }: { organisation: string; now: Date }): MadeCertificate {
  const root = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const leaf = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const issuer = { organisation, commonName: `${organisation} self-made root` };
  const subject = { organisation, commonName: `${organisation} self-made signer` };
  const validity = { now, issuer, signer: root };
  const chain = [
    certificate({ ...validity, subject, pair: leaf, extensions: signerExtensions(leaf, root) }),
    certificate({ ...validity, subject: issuer, pair: root, extensions: rootExtensions(root) }),
  ];
  return {
    chain: chain.map(pem).join(''),
    key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function certificate(options: {
  subject: Subject;
  issuer: Subject;
  pair: Pair;
  signer: Pair;
  extensions: Buffer;
  now: Date;
}): Buffer {
  const { subject, issuer, pair, signer, extensions, now } = options;
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS_VALID);
  const serial = randomBytes(16);
  const body = sequence(
    field(0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_WITH_SHA256,
    name(issuer),
    sequence(time(new Date(now.getTime() - EARLIER_MS)), time(until)),
    name(subject),
    spki(pair),
    field(3, extensions),
  );
  return sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, signer.privateKey)));
}

function name({ organisation, commonName }: Subject): Buffer {
  return sequence(
    set(sequence(objectId('2.5.4.10'), text(organisation))),
    set(sequence(objectId('2.5.4.3'), text(commonName))),
  );
}

function signerExtensions(pair: Pair, issuer: Pair): Buffer {
  return sequence(
    extension('2.5.29.19', true, sequence()),
    // digitalSignature
    extension('2.5.29.15', true, bits(Buffer.from([0x80]), 7)),
    // emailProtection, which C2PA accepts of certificates that are not its own
    extension('2.5.29.37', false, sequence(objectId('1.3.6.1.5.5.7.3.4'))),
    extension('2.5.29.14', false, octets(keyId(pair))),
    extension('2.5.29.35', false, sequence(der(0x80, keyId(issuer)))),
  );
}

function rootExtensions(pair: Pair): Buffer {
  return sequence(
    extension('2.5.29.19', true, sequence(boolean(true))),
    // keyCertSign and cRLSign
    extension('2.5.29.15', true, bits(Buffer.from([0x06]), 1)),
    extension('2.5.29.14', false, octets(keyId(pair))),
  );
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  const flag = critical ? [boolean(true)] : [];
  return sequence(objectId(id), ...flag, octets(value));
}

function spki({ publicKey }: Pair): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' });
}

function keyId(pair: Pair): Buffer {
  return createHash('sha256').update(spki(pair)).digest().subarray(0, 20);
}

function pem(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/gu) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import {
  bytesToStamp,
  isSignatureOf,
  type MadeCertificate,
  type ManifestSigner,
  makeCertificate,
  readChain,
  signWith,
} from '../../../../engines/manifests/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ProvenanceConfig } from '../../../platform/config/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Log } from '../../../platform/log.ts';
import { keepSecret, type Sealing } from '../../../platform/sealing/index.ts';
import { SigningFailed } from './errors.ts';
import { askForSignature } from './signing-service.ts';
import { createTimeStamps, STAMP_BYTES } from './time-stamps.ts';

type Deps = { db: Db; sealing: Sealing; clock: Clock; log: Log };

export type Signer = ManifestSigner & {
  /** Whether the operator brought the certificate. The one that is made here is trusted by nobody. */
  isOwn: boolean;
  /** Of the certificate, in decimal digits. */
  serialNumber: string;
};

const ORGANISATION = 'Vox Humana (self-made)';
const WARN_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** Until when files can be signed with what is configured. Null: nothing is. Throws where `openSigner` would, without a try. */
export function inspectCertificate({ chain, signWith: by }: ProvenanceConfig): Date | null {
  if (chain === undefined) return null;
  const { publicKey, validTo } = readable('PROVENANCE_CERTIFICATES', () => readChain(chain));
  if (by?.kind === 'key') readKey(by.key, publicKey);
  return validTo;
}

/** Throws at start if what is configured cannot sign, rather than with the first file. */
export async function openSigner(
  deps: Deps,
  { chain, signWith: by, timestampUrl }: ProvenanceConfig,
): Promise<Signer> {
  const { clock, log } = deps;
  const made = chain === undefined ? await keptCertificate(deps) : null;
  const pem = chain ?? made?.chain ?? '';
  const key = made?.key ?? (by?.kind === 'key' ? by.key : null);
  const { certificates, publicKey, algorithm, serialNumber, validTo } = readable(
    'PROVENANCE_CERTIFICATES',
    () => readChain(pem),
  );
  const leftDays = Math.floor((validTo.getTime() - clock.now().getTime()) / DAY_MS);
  if (leftDays < WARN_DAYS) log.warn({ leftDays }, 'the certificate that signs files ends soon: renew it');
  const privateKey = key === null ? null : readKey(key, publicKey);
  const stamps = timestampUrl === undefined ? null : createTimeStamps(timestampUrl, { clock, log });

  async function signed(bytes: Uint8Array): Promise<Buffer> {
    if (privateKey) return signWith(privateKey, algorithm, bytes);
    if (by?.kind !== 'service') throw new Error('nothing is configured that signs');
    const signature = await askForSignature(by, algorithm, bytes);
    if (isSignatureOf(publicKey, algorithm, bytes, signature)) return signature;
    throw new Error('the signature is not one of the certificate');
  }

  return {
    algorithm,
    chain: certificates,
    isOwn: chain !== undefined,
    serialNumber,
    stampBytes: stamps ? STAMP_BYTES : 0,
    async sign(bytes) {
      try {
        return await signed(bytes);
      } catch (error) {
        log.error({ err: error }, 'a file could not be signed');
        throw new SigningFailed(error);
      }
    },
    stamp: async (header, signature) => (stamps ? stamps(bytesToStamp(header, signature)) : null),
  };
}

/** The same on all nodes that share a database, which keeps it sealed: the first to start has made it. */
async function keptCertificate({ db, sealing, clock }: Deps): Promise<MadeCertificate> {
  const made = makeCertificate({ organisation: ORGANISATION, now: clock.now() });
  const kept = await keepSecret(db, sealing, 'provenance-certificate', Buffer.from(JSON.stringify(made)));
  return JSON.parse(kept.toString()) as MadeCertificate;
}

function readKey(pem: string, publicKey: KeyObject): KeyObject {
  const key = readable('PROVENANCE_KEY', () => createPrivateKey(pem));
  if (createPublicKey(key).equals(publicKey)) return key;
  throw new Error('PROVENANCE_KEY is not the key of the first certificate in PROVENANCE_CERTIFICATES.');
}

function readable<Value>(name: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${name} cannot be used: ${reason}.`, { cause });
  }
}

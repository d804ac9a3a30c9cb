import { readFileSync } from 'node:fs';
import type { EnvironmentReader } from './reader.ts';

export type ProvenanceConfig = {
  /** Certificates in PEM, the signer's first. Undefined: one is made and kept, which nobody trusts. */
  chain: string | undefined;
  signWith:
    | { kind: 'key'; key: string }
    | { kind: 'service'; url: string; secret: string | undefined }
    | undefined;
  timestampUrl: string | undefined;
  /** Roots in PEM that make a manifest trusted. */
  trustAnchors: string | undefined;
  retentionDays: number;
};

const BEGINNING = '-----BEGIN ';

/** The certificate with which files are signed, and who signs. */
export function readProvenance(read: EnvironmentReader): ProvenanceConfig {
  const chain = readPem(read, 'PROVENANCE_CERTIFICATES');
  const key = readPem(read, 'PROVENANCE_KEY');
  const url = read.url('PROVENANCE_SIGNING_URL', ['http:', 'https:']);
  const secret = read.secret('PROVENANCE_SIGNING_SECRET', 16);
  if (key && url)
    read.report(
      'PROVENANCE_SIGNING_URL',
      'is set beside PROVENANCE_KEY',
      'set one of them: one of them signs',
    );
  const signs = key ? 'PROVENANCE_KEY' : 'PROVENANCE_SIGNING_URL';
  if ((key || url) && !chain)
    read.report(
      'PROVENANCE_CERTIFICATES',
      `is required when ${signs} is set`,
      'set the chain in PEM, or its path',
    );
  if (chain && !key && !url)
    read.report(
      'PROVENANCE_KEY',
      'is missing',
      'set it, or PROVENANCE_SIGNING_URL, or unset PROVENANCE_CERTIFICATES',
    );
  return {
    chain,
    signWith: key ? { kind: 'key', key } : url ? { kind: 'service', url, secret } : undefined,
    timestampUrl: read.url('PROVENANCE_TIMESTAMP_URL', ['http:', 'https:']),
    trustAnchors: readPem(read, 'PROVENANCE_TRUST_ANCHORS'),
    retentionDays: read.integer('PROVENANCE_RETENTION_DAYS', 730, { min: 1, max: 36_500 }),
  };
}

/** The text itself, or the file that it names. */
function readPem(read: EnvironmentReader, name: string): string | undefined {
  const value = read.text(name);
  if (value === undefined || value.startsWith(BEGINNING)) return value;
  try {
    const text = readFileSync(value, 'utf8');
    if (text.includes(BEGINNING)) return text;
    read.report(name, 'names a file that is not in PEM', 'set the path of a PEM file, or its text');
  } catch {
    read.report(name, 'names a file that cannot be read', 'set the path of a PEM file, or its text');
  }
  return undefined;
}

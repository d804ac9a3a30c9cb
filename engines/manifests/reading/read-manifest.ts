import { closeSync, fstatSync, openSync } from 'node:fs';
import { blobOfFile } from './file-blob.ts';
import type { Library } from './library.ts';

/** What a file says about itself. Every text comes from the file, so a stranger wrote it. */
export type ManifestFacts = {
  /** `valid`: signed, and neither the file nor the manifest was changed since. */
  state: 'valid' | 'invalid' | 'absent';
  /** Whether the certificate leads to one of the anchors that were given. */
  trusted: boolean;
  /** The organisation in the certificate of the signer, and its serial number in decimal digits. */
  issuer: string | null;
  serialNumber: string | null;
  /** The time that a time stamp attests. */
  signedAt: string | null;
  /** The label of the manifest: `urn:c2pa:` and a UUID. */
  id: string | null;
  title: string | null;
  generator: string | null;
  actions: { action: string; digitalSourceType: string | null; when: string | null; by: string | null }[];
  ingredients: string[];
  /** Codes of C2PA for what does not hold. */
  problems: string[];
};

export type Anchors = { trustAnchors: string | null };

const MOST_TEXT = 200;
const MOST_ITEMS = 50;
/** What the library says of a file without a manifest, and of one that it cannot read. */
const ABSENT = ['JumbfNotFound', 'UnsupportedType'];
const UNTRUSTED = 'signingCredential.untrusted';

const NOTHING: ManifestFacts = {
  state: 'absent',
  trusted: false,
  issuer: null,
  serialNumber: null,
  signedAt: null,
  id: null,
  title: null,
  generator: null,
  actions: [],
  ingredients: [],
  problems: [],
};

/** Reads and verifies. Takes as long as the file is large, and holds at most 256 MB of it. */
export async function readManifestFile(
  { WasmReader }: Library,
  { path, contentType, trustAnchors }: Anchors & { path: string; contentType: string },
): Promise<ManifestFacts> {
  const settings = JSON.stringify({
    verify: { verify_trust: true, remote_manifest_fetch: false, ocsp_fetch: false },
    ...(trustAnchors !== null && { trust: { trust_anchors: trustAnchors } }),
  });
  const file = openSync(path, 'r');
  try {
    const blob = blobOfFile(file, fstatSync(file).size);
    const reader = await WasmReader.fromBlob(contentType, blob, settings);
    const store: unknown = JSON.parse(reader.json());
    reader.free();
    return factsOf(store);
  } catch (error) {
    // The library throws texts for what it found in the file; anything else is a fault of its own.
    if (typeof error !== 'string') throw error;
    if (ABSENT.some((name) => error.includes(name))) return NOTHING;
    return { ...NOTHING, state: 'invalid', problems: [error.slice(0, MOST_TEXT)] };
  } finally {
    closeSync(file);
  }
}

function factsOf(store: unknown): ManifestFacts {
  const id = textAt(store, 'active_manifest');
  const manifest = valueAt(store, 'manifests', id ?? '');
  const signature = valueAt(manifest, 'signature_info');
  const state = textAt(store, 'validation_state');
  const problems = listAt(store, 'validation_status').map((status) => textAt(status, 'code') ?? '');
  const [generator] = listAt(manifest, 'claim_generator_info');
  return {
    state: state === 'Valid' || state === 'Trusted' ? 'valid' : 'invalid',
    trusted: state === 'Trusted',
    issuer: textAt(signature, 'issuer'),
    serialNumber: textAt(signature, 'cert_serial_number'),
    signedAt: textAt(signature, 'time'),
    id,
    title: textAt(manifest, 'title'),
    generator: joined(textAt(generator, 'name'), textAt(generator, 'version')),
    actions: listAt(manifest, 'assertions').flatMap(actionsIn).slice(0, MOST_ITEMS),
    ingredients: listAt(manifest, 'ingredients').map((ingredient) => textAt(ingredient, 'instance_id') ?? ''),
    problems: [...new Set(problems)].filter((code) => code !== UNTRUSTED),
  };
}

function actionsIn(assertion: unknown): ManifestFacts['actions'] {
  if (!textAt(assertion, 'label')?.startsWith('c2pa.actions')) return [];
  return listAt(assertion, 'data', 'actions').map((action) => ({
    action: textAt(action, 'action') ?? '',
    digitalSourceType: textAt(action, 'digitalSourceType'),
    when: textAt(action, 'when'),
    by: textAt(action, 'softwareAgent', 'name'),
  }));
}

function joined(name: string | null, version: string | null): string | null {
  return name === null ? null : [name, version].filter((part) => part !== null).join(' ');
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<string, unknown>)[key]
        : undefined,
    value,
  );
}

function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found.slice(0, MOST_TEXT) : null;
}

function listAt(value: unknown, ...path: readonly string[]): unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found.slice(0, MOST_ITEMS) : [];
}

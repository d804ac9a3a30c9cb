import { createHash } from 'node:crypto';
import { copyFile, open, rm } from 'node:fs/promises';
import { bindingOf, embedGap } from './embedding/embed.ts';
import type { Carrier } from './embedding/layout.ts';
import { bytesSource, fileSource } from './embedding/source.ts';
import type { ManifestEngine } from './manifest-engine.ts';
import { draftStore, type ManifestContent, type ManifestSigner } from './store/store.ts';

/** A store that lies beside the file because the file cannot carry it. Null if the file carries its own. */
export type Sidecar = Buffer | null;

/** Writes a signed copy of the file to `target`, which must not exist. Memory does not grow with the file. */
export async function signFile(
  engine: Pick<ManifestEngine, 'embed'>,
  request: { source: string; target: string; carrier: Carrier | null; content: ManifestContent },
  signer: ManifestSigner,
  options: { signal?: AbortSignal } = {},
): Promise<Sidecar> {
  const { source, target, carrier, content } = request;
  const draft = carrier && draftStore(content, bindingOf(carrier), signer);
  const embedded = draft ? await engine.embed({ source, target, carrier, gap: draft.bytes }, options) : null;
  if (!draft || !embedded) {
    await rm(target, { force: true });
    await copyFile(source, target);
    return signBeside(content, await hashFile(source), signer);
  }
  const store = await draft.sign(embedded.binding);
  const file = await open(target, 'r+');
  try {
    await file.write(store, 0, store.length, embedded.at);
  } finally {
    await file.close();
  }
  return null;
}

/** The same in memory, for what is small. */
export async function signBytes(
  bytes: Uint8Array,
  carrier: Carrier,
  content: ManifestContent,
  signer: ManifestSigner,
): Promise<{ bytes: Buffer; sidecar: Sidecar }> {
  const draft = draftStore(content, bindingOf(carrier), signer);
  const parts: Buffer[] = [];
  const embedded = await embedGap(bytesSource(bytes), carrier, draft.bytes, async (part) => {
    parts.push(part);
  });
  if (!embedded) {
    const hash = createHash('sha256').update(bytes).digest();
    return { bytes: Buffer.from(bytes), sidecar: await signBeside(content, hash, signer) };
  }
  const signed = Buffer.concat(parts);
  const store = await draft.sign(embedded.binding);
  store.copy(signed, embedded.at);
  return { bytes: signed, sidecar: null };
}

/** A store for a file of this SHA-256, to lie beside it. */
export function signBeside(
  content: ManifestContent,
  hash: Uint8Array,
  signer: ManifestSigner,
): Promise<Buffer> {
  return draftStore(content, 'whole', signer).sign({ kind: 'whole', hash });
}

export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const file = await open(path, 'r');
  try {
    const source = await fileSource(file);
    const chunk = 2 ** 20;
    for (let at = 0; at < source.size; at += chunk) hash.update(await source.read(at, chunk));
  } finally {
    await file.close();
  }
  return hash.digest();
}

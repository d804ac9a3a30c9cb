import { closeSync, fstatSync, openSync } from 'node:fs';
import { contentsOf, labelOf, splitBoxes } from '../store/jumbf.ts';
import type { Ingredient } from '../store/store.ts';
import { blobOfBytes, blobOfFile } from './file-blob.ts';
import type { Library } from './library.ts';
import { type IngredientFile, nameByHash, withoutManifest } from './without-manifest.ts';

/** A WAV file without sound: the library writes manifests only into files. */
const CARRIER = Buffer.from('UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=', 'base64');
const RESERVED = 2_048;
/** A hostile file could bring more than the file that it goes into has. */
const MOST_MANIFEST_BYTES = 2 ** 22;

/**
 * Describes a file as part of another. If it has a manifest, the library verifies that, says what it found, and all its manifests
 * come along. The library does this only while it signs, so it signs a file that is thrown away.
 */
export async function readIngredient({ WasmBuilder }: Library, file: IngredientFile): Promise<Ingredient> {
  const definition = {
    claim_version: 2,
    claim_generator_info: [{ name: 'ingredient' }],
    format: 'audio/wav',
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [{ action: 'c2pa.created' }] } }],
  };
  const settings = { verify: { verify_after_sign: false, remote_manifest_fetch: false, ocsp_fetch: false } };
  const builder = WasmBuilder.fromJson(JSON.stringify(definition), JSON.stringify(settings));
  const opened = openSync(file.path, 'r');
  try {
    const described = JSON.stringify({
      title: file.title,
      format: file.contentType,
      relationship: 'componentOf',
      instance_id: nameByHash(file.sha256),
    });
    const blob = blobOfFile(opened, fstatSync(opened).size);
    await builder.addIngredientFromBlob(described, file.contentType, blob);
    const signer = { sign: async () => new Uint8Array(RESERVED), reserveSize: RESERVED, alg: 'es256' };
    const { manifest } = await builder.signAndGetManifestBytes(signer, [], 'audio/wav', blobOfBytes(CARRIER));
    return takenFrom(Buffer.from(manifest)) ?? withoutManifest(file);
  } catch (error) {
    // The library throws texts for what it does not like in the file. The hash names the file all the same.
    if (typeof error !== 'string') throw error;
    return withoutManifest(file);
  } finally {
    builder.free();
    closeSync(opened);
  }
}

/** The assertion of the ingredient and the manifests before the library's own. */
function takenFrom(store: Buffer): Ingredient | null {
  const manifests = splitBoxes(contentsOf(store)).slice(1);
  const own = manifests.pop();
  const assertions = own && splitBoxes(contentsOf(own)).find((part) => labelOf(part) === 'c2pa.assertions');
  const ingredient =
    assertions &&
    splitBoxes(contentsOf(assertions)).find((part) => labelOf(part)?.startsWith('c2pa.ingredient'));
  const assertion = ingredient && splitBoxes(contentsOf(ingredient))[1];
  const bytes = manifests.reduce((sum, { length }) => sum + length, 0);
  if (!assertion || bytes > MOST_MANIFEST_BYTES) return null;
  return { assertion: contentsOf(assertion), manifests };
}

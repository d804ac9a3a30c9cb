import { type Cbor, encodeCbor } from '../store/cbor.ts';
import type { Ingredient } from '../store/store.ts';

/** What the signer knows of a file that went into another. */
export type IngredientFile = {
  path: string;
  contentType: string;
  /** In hexadecimal digits. */
  sha256: string;
  title: string;
};

/** A file that has no manifest, or none that can be read. */
export function withoutManifest({ title, contentType, sha256 }: IngredientFile): Ingredient {
  const data: Cbor = {
    'dc:title': title,
    'dc:format': contentType,
    relationship: 'componentOf',
    instanceID: nameByHash(sha256),
  };
  return { assertion: encodeCbor(data), manifests: [] };
}

/** RFC 6920: a name that is the hash of the file. */
export function nameByHash(sha256: string): string {
  return `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`;
}

import { createHash } from 'node:crypto';
import { type Cbor, encodeCbor } from './cbor.ts';
import { bytesToSign, type CoseAlgorithm, envelope, protectedHeader } from './cose.ts';
import { box, contentsOf, labelOf, superbox } from './jumbf.ts';

export type Assertion = { label: string; data: Cbor };

/** What an ingredient brings along: its assertion as CBOR, and its own manifests as boxes. */
export type Ingredient = { assertion: Buffer; manifests: readonly Buffer[] };

export type ManifestContent = {
  /** A UUID, lower case. */
  id: string;
  title: string;
  generator: { name: string; version: string };
  assertions: readonly Assertion[];
  ingredients: readonly Ingredient[];
};

/** How the manifest is tied to the bytes of a file. */
export type Binding =
  | { kind: 'data'; hash: Uint8Array; start: number; length: number }
  | { kind: 'whole'; hash: Uint8Array }
  | { kind: 'bmff'; hash: Uint8Array };

export type ManifestSigner = {
  algorithm: CoseAlgorithm;
  /** In DER, the signer's certificate first. */
  chain: readonly Uint8Array[];
  /** Returns the signature as COSE has it: for elliptic curves r and s, each of full length. */
  sign(bytes: Uint8Array): Promise<Uint8Array>;
  /** Returns a time-stamp token over the signature, or null to sign without one. */
  stamp(header: Buffer, signature: Uint8Array): Promise<Uint8Array | null>;
  /** The room for a token, in bytes. */
  stampBytes: number;
};

/** The box of `c2pa` exclusions in a film. Offsets are from the start of the box. */
const BMFF_EXCLUSIONS: Cbor = [
  {
    xpath: '/uuid',
    data: [{ offset: 8, value: Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex') }],
  },
  { xpath: '/ftyp' },
  { xpath: '/mfra' },
  { xpath: '/free' },
  { xpath: '/skip' },
];
const HASH_BYTES = 32;
/** Signature, padding and what encloses them. */
const ENVELOPE_BYTES = 1_024;
/** As large as any that a file can have, so that its encoding is the longest. */
const LONGEST_NUMBER = 2 ** 32;

/** A store for a file that is not known yet. */
export type StoreDraft = {
  /** Its size, whatever the file. Always even. */
  bytes: number;
  /** The whole store, of exactly `bytes`. */
  sign(binding: Binding): Promise<Buffer>;
};

export function draftStore(
  content: ManifestContent,
  kind: Binding['kind'],
  signer: ManifestSigner,
): StoreDraft {
  const claimOn = prepareClaim(content);
  const hash = new Uint8Array(HASH_BYTES);
  const longest = claimOn(
    kind === 'data' ? { kind, hash, start: LONGEST_NUMBER, length: LONGEST_NUMBER } : { kind, hash },
  );
  const chainBytes = signer.chain.reduce((sum, { length }) => sum + length + 8, 0);
  const room = Buffer.alloc(chainBytes + ENVELOPE_BYTES + signer.stampBytes);
  const size = assemble(content, longest, room).length;
  const bytes = size + (size % 2);
  return {
    bytes,
    async sign(binding) {
      const claim = claimOn(binding);
      const header = protectedHeader(signer.algorithm, signer.chain);
      const signature = await signer.sign(bytesToSign(header, claim.payload));
      const timeStamp = await signer.stamp(header, signature);
      const empty = assemble(content, claim, Buffer.alloc(0)).length;
      return assemble(content, claim, envelope({ header, signature, timeStamp, bytes: bytes - empty }));
    },
  };
}

type Claim = { assertions: Buffer; payload: Buffer };

/** Nearly all of a claim does not depend on the file, and is encoded only once. */
function prepareClaim(content: ManifestContent): (binding: Binding) => Claim {
  const boxes = [
    ...content.assertions.map(({ label, data }) => assertionBox(label, data)),
    ...content.ingredients.map(ingredientBox),
  ];
  const labels = [
    ...content.assertions.map(({ label }) => label),
    ...content.ingredients.map((_, i) => ingredientLabel(i)),
  ];
  const uris = boxes.map((whole, i) => hashedUri(labels[i] ?? '', whole));
  return (binding) => {
    const { label, data } = bindingAssertion(binding);
    const bound = assertionBox(label, data);
    const payload = encodeCbor({
      instanceID: `xmp:iid:${content.id}`,
      claim_generator_info: content.generator,
      signature: `self#jumbf=${manifestUri(content.id)}/c2pa.signature`,
      created_assertions: [...uris, hashedUri(label, bound)],
      'dc:title': content.title,
      alg: 'sha256',
    });
    return { assertions: superbox('c2as', 'c2pa.assertions', ...boxes, bound), payload };
  };
}

function assemble(content: ManifestContent, { assertions, payload }: Claim, signature: Buffer): Buffer {
  // Two ingredients may descend from the same file.
  const manifests = new Map(
    content.ingredients.flatMap((ingredient) => ingredient.manifests).map((whole) => [labelOf(whole), whole]),
  );
  const claim = superbox('c2cl', 'c2pa.claim.v2', box('cbor', payload));
  const signed = superbox('c2cs', 'c2pa.signature', box('cbor', signature));
  const own = superbox('c2ma', manifestLabel(content.id), assertions, claim, signed);
  // A store's last manifest is the one of the file.
  return superbox('c2pa', 'c2pa', ...manifests.values(), own);
}

/** Refers to the ingredient from another assertion of the same manifest. */
export function ingredientReference(ingredient: Ingredient, index: number): Cbor {
  return hashedUri(ingredientLabel(index), ingredientBox(ingredient, index));
}

function ingredientBox({ assertion }: Ingredient, index: number): Buffer {
  return superbox('cbor', ingredientLabel(index), box('cbor', assertion));
}

/** Labels of several assertions of one kind are told apart by a number. */
function ingredientLabel(index: number): string {
  return index === 0 ? 'c2pa.ingredient.v3' : `c2pa.ingredient.v3__${index}`;
}

function assertionBox(label: string, data: Cbor): Buffer {
  return superbox('cbor', label, box('cbor', encodeCbor(data)));
}

function hashedUri(label: string, whole: Buffer): Cbor {
  const hash = createHash('sha256').update(contentsOf(whole)).digest();
  return { url: `self#jumbf=c2pa.assertions/${label}`, hash };
}

function bindingAssertion(binding: Binding): Assertion {
  const common = { alg: 'sha256', hash: binding.hash };
  if (binding.kind === 'bmff')
    return { label: 'c2pa.hash.bmff.v3', data: { exclusions: BMFF_EXCLUSIONS, ...common } };
  const bound: Record<string, Cbor> = { ...common, pad: new Uint8Array(0) };
  if (binding.kind === 'data') bound.exclusions = [{ start: binding.start, length: binding.length }];
  return { label: 'c2pa.hash.data', data: bound };
}

export function manifestLabel(id: string): string {
  return `urn:c2pa:${id}`;
}

function manifestUri(id: string): string {
  return `/c2pa/${manifestLabel(id)}`;
}

const LABEL = /^urn:c2pa:([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/u;

/** The id in a label that `manifestLabel` made. Labels of others may have more parts. */
export function idInLabel(label: string): string | undefined {
  return LABEL.exec(label)?.[1];
}

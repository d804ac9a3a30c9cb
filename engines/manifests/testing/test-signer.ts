import { createPrivateKey, randomUUID } from 'node:crypto';
import { makeCertificate } from '../certificates/make-certificate.ts';
import { readChain } from '../certificates/read-chain.ts';
import { signWith } from '../certificates/signatures.ts';
import { type Cbor, dateTime } from '../store/cbor.ts';
import {
  type Ingredient,
  ingredientReference,
  type ManifestContent,
  type ManifestSigner,
} from '../store/store.ts';

export const AI_MADE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

export function testSigner(
  certificate = makeCertificate({ organisation: 'Test', now: new Date() }),
): ManifestSigner {
  const { certificates, algorithm } = readChain(certificate.chain);
  const key = createPrivateKey(certificate.key);
  return {
    algorithm,
    chain: certificates,
    sign: async (bytes) => signWith(key, algorithm, bytes),
    stamp: async () => null,
    stampBytes: 0,
  };
}

export function testContent(ingredients: readonly Ingredient[] = []): ManifestContent {
  const placed: Cbor[] = ingredients.map((ingredient, i) => ({
    action: 'c2pa.placed',
    parameters: { ingredients: [ingredientReference(ingredient, i)] },
  }));
  const created: Cbor = {
    action: 'c2pa.created',
    when: dateTime(new Date('2026-11-18T12:00:00Z')),
    digitalSourceType: AI_MADE,
    softwareAgent: { name: 'kokoro-82m' },
  };
  return {
    id: randomUUID(),
    title: 'speech',
    generator: { name: 'Vox Humana', version: '1.0.0' },
    assertions: [{ label: 'c2pa.actions.v2', data: { actions: [created, ...placed] } }],
    ingredients,
  };
}

import { asCarrier, signBeside, signBytes, signFile } from '../../../engines/manifests/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Body } from '../../platform/storage/index.ts';
import { contentOf, type Made } from './content.ts';
import type { ProvenanceDeps } from './deps.ts';
import {
  beginMade,
  beginSound,
  beginSpoken,
  type GeneratedSound,
  type Generation,
  type SpokenSound,
} from './generated-sound.ts';
import type { ProvenanceRow } from './queries.ts';
import { type Output, storeOutput } from './store-output.ts';

/** A file that is not recorded: a preview, or a piece of something that is. */
type Piece = Pick<Generation, 'kind' | 'contentType' | 'model' | 'voiceId'>;

export type Provenance = {
  begin(generation: Generation): GeneratedSound;
  beginSpoken(generation: Omit<Generation, 'contentType'> & { sampleRate: number }): SpokenSound;
  /** Signs a file that has no record of its own. Only what it returns may leave. */
  sign(piece: Piece, bytes: Buffer): Promise<Buffer>;
  /** The same for a file that may be large: writes a signed copy to `target`. */
  signFile(piece: Piece, source: string, target: string): Promise<void>;
  /** The serial number of the certificate. Signed files that are kept to be served again have it in their keys. */
  signedBy: string;
  /** Signs the file of a job, stores that and nothing else under `key`, and records it as not yet delivered. */
  storeOutput(output: Output, body: Body, key: string): Promise<void>;
  /** The manifest of a file that does not carry it. */
  manifestOf(row: ProvenanceRow): Promise<Buffer>;
};

export function createProvenance(deps: ProvenanceDeps): Provenance {
  const { signer, generator, manifests } = deps;
  const contentOfPiece = async (piece: Piece) => {
    const { made, known } = beginMade(deps, { ...piece, id: uuidv7(deps.clock.now().getTime()) });
    await known;
    return contentOf(made, generator);
  };
  return {
    begin: (generation) => beginSound(deps, generation),
    beginSpoken: (generation) => beginSpoken(deps, generation),
    async sign(piece, bytes) {
      const carrier = asCarrier(piece.contentType);
      return carrier ? (await signBytes(bytes, carrier, await contentOfPiece(piece), signer)).bytes : bytes;
    },
    async signFile(piece, source, target) {
      const content = await contentOfPiece(piece);
      await signFile(manifests, { source, target, carrier: asCarrier(piece.contentType), content }, signer);
    },
    signedBy: signer.serialNumber,
    storeOutput: (output, body, key) => storeOutput(deps, output, body, key),
    async manifestOf(row) {
      if (row.sidecar) return Buffer.from(row.sidecar);
      const made: Made = { ...row.facts, id: row.id, kind: row.kind, madeAt: row.made_at };
      return signBeside(contentOf(made, generator), row.sha256, signer);
    },
  };
}

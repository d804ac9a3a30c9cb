import { createHash } from 'node:crypto';
import type { Sound } from '../../../engines/codec/index.ts';
import { createFingerprinter, type Fingerprinter } from '../../../engines/fingerprint/index.ts';
import { asCarrier, manifestLabel, signBeside, signBytes } from '../../../engines/manifests/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import { ownTurn } from '../../platform/event-loop.ts';
import type { Body } from '../../platform/storage/index.ts';
import { contentOf, type Made } from './content.ts';
import { consentsTo, type ProvenanceDeps } from './deps.ts';
import { landmarkBytes } from './fingerprints/landmark-bytes.ts';
import { insertDelivery, type ProvenanceRow } from './queries.ts';
import { type Output, storeOutput } from './store-output.ts';

/** What a slice knows of a sound before it is made. */
type Generation = {
  id: string;
  accountId: string;
  kind: string;
  contentType: string;
  model: string;
  /** A preset's is nobody's. */
  voiceId: string | null;
};

/** A sound that is made for a request. Its row goes into the settlement, so that it is known exactly if it was delivered. */
export type GeneratedSound = {
  /**
   * Signs the whole sound. Only what it returns may leave. A file that was delivered before stays as it is, if it was signed then:
   * the same request gives the same bytes.
   */
  sign(bytes: Buffer, options?: { wasDelivered: boolean }): Promise<Buffer>;
  /** For a sound that leaves while it is made: it cannot carry a manifest, and its hash is recorded. */
  add(bytes: Uint8Array): void;
  /** The next samples, by which the sound will be recognised. What comes from a cache was recognised before, and is not heard again. */
  hear(sound: Sound): Promise<void>;
  row(): Rider;
};

export type Provenance = {
  begin(generation: Generation): GeneratedSound;
  /** Signs the file of a job, stores that and nothing else under `key`, and records it as not yet delivered. */
  storeOutput(output: Output, body: Body, key: string): Promise<void>;
  /** The manifest of a file that does not carry it. */
  manifestOf(row: ProvenanceRow): Promise<Buffer>;
};

export function createProvenance(deps: ProvenanceDeps): Provenance {
  const { signer, generator } = deps;
  return {
    begin: (generation) => beginSound(deps, generation),
    storeOutput: (output, body, key) => storeOutput(deps, output, body, key),
    async manifestOf(row) {
      if (row.sidecar) return Buffer.from(row.sidecar);
      const made: Made = { ...row.facts, id: row.id, kind: row.kind, madeAt: row.made_at };
      return signBeside(contentOf(made, generator), row.sha256, signer);
    },
  };
}

function beginSound(deps: ProvenanceDeps, generation: Generation): GeneratedSound {
  const { clock, signer, generator } = deps;
  const { id, accountId, kind, contentType, model, voiceId } = generation;
  const carrier = asCarrier(contentType);
  const made: Made = {
    id,
    kind,
    models: [model],
    consents: [],
    composite: false,
    sounds: true,
    madeAt: clock.now(),
  };
  const voices = voiceId === null ? [] : [voiceId];
  // Looked up beside the synthesis, which takes longer.
  const known = consentsTo(deps, voices).then((consents) => Object.assign(made, { consents }));
  // Whoever signs gets the error.
  known.catch(() => undefined);
  const hash = createHash('sha256');
  let bytes = 0;
  let carried = false;
  let fingerprinter: Fingerprinter | null = null;
  const add = (part: Uint8Array): void => {
    hash.update(part);
    bytes += part.length;
  };
  return {
    add,
    async hear({ channels, sampleRate }) {
      fingerprinter ??= createFingerprinter(sampleRate);
      const length = channels[0]?.length ?? 0;
      // A second takes a few milliseconds.
      for (let at = 0; at < length; at += sampleRate) {
        await ownTurn();
        fingerprinter.push(monoOf(channels.map((channel) => channel.subarray(at, at + sampleRate))));
      }
    },
    async sign(whole, { wasDelivered } = { wasDelivered: false }) {
      await known;
      const isSigned = wasDelivered && whole.includes(manifestLabel(''));
      const unsigned = isSigned ? null : carrier;
      const signed = unsigned && (await signBytes(whole, unsigned, contentOf(made, generator), signer));
      carried = isSigned || (signed !== null && signed.sidecar === null);
      const file = signed?.bytes ?? whole;
      add(file);
      return file;
    },
    row() {
      const landmarks = fingerprinter && landmarkBytes(fingerprinter.end());
      const sha256 = hash.copy().digest();
      return insertDelivery({ ...made, accountId, contentType, sha256, bytes, carried, landmarks });
    },
  };
}

function monoOf([first = new Float32Array(), ...others]: readonly Float32Array[]): Float32Array {
  return others.reduce((sum, channel) => sum.map((sample, i) => sample + (channel[i] ?? 0)), first);
}

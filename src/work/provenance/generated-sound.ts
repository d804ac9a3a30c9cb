import { createHash } from 'node:crypto';
import { encodePcm16, type Sound } from '../../../engines/codec/index.ts';
import {
  createFingerprinter,
  type Fingerprinter,
  landmarkBytes,
} from '../../../engines/fingerprint/index.ts';
import { asCarrier, manifestLabel, signBytes } from '../../../engines/manifests/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import { ownTurn, piecesInTurns } from '../../platform/event-loop.ts';
import { contentOf, type Made } from './content.ts';
import { consentsTo, type ProvenanceDeps } from './deps.ts';
import { insertDelivery, recordDelivery } from './queries.ts';

/** What a slice knows of a sound before it is made. */
export type Generation = {
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

/** Speech that leaves piece by piece, each paid before it leaves. */
export type SpokenSound = {
  /** The next samples that have left. Returns at once: they are heard in turns of their own. */
  left(samples: Float32Array): void;
  /** Records what has left, if anything has. */
  record(credentialId: string): Promise<void>;
};

export function beginSound(deps: ProvenanceDeps, generation: Generation): GeneratedSound {
  const { signer, generator } = deps;
  const { contentType } = generation;
  const carrier = asCarrier(contentType);
  const { made, known } = beginMade(deps, generation);
  const heard = createHearing();
  const hash = createHash('sha256');
  let bytes = 0;
  let carried = false;
  const add = (part: Uint8Array): void => {
    hash.update(part);
    bytes += part.length;
  };
  return {
    add,
    hear: heard.hear,
    async sign(whole, { wasDelivered } = { wasDelivered: false }) {
      await known;
      // What cannot carry a manifest, such as an archive, may hold files that do.
      const isSigned = wasDelivered && carrier !== null && whole.includes(manifestLabel(''));
      const unsigned = isSigned ? null : carrier;
      const signed = unsigned && (await signBytes(whole, unsigned, contentOf(made, generator), signer));
      carried = isSigned || (signed !== null && signed.sidecar === null);
      const file = signed?.bytes ?? whole;
      for await (const piece of piecesInTurns(file)) add(piece);
      return file;
    },
    row() {
      const sha256 = hash.copy().digest();
      const { accountId } = generation;
      return insertDelivery({
        ...made,
        accountId,
        contentType,
        sha256,
        bytes,
        carried,
        landmarks: heard.end(),
      });
    },
  };
}

/** The hash is that of the samples as 16-bit PCM: the connection may code them in another way. */
export function beginSpoken(
  deps: ProvenanceDeps,
  { sampleRate, ...generation }: Omit<Generation, 'contentType'> & { sampleRate: number },
): SpokenSound {
  const { made, known } = beginMade(deps, generation);
  const heard = createHearing();
  const hash = createHash('sha256');
  let bytes = 0;
  let last: Promise<void> = Promise.resolve();
  const take = async (samples: Float32Array): Promise<void> => {
    await heard.hear({ channels: [samples], sampleRate });
    hash.update(encodePcm16(samples));
    bytes += 2 * samples.length;
  };
  return {
    left(samples) {
      last = last.then(() => take(samples));
    },
    async record(credentialId) {
      await Promise.all([last, known]);
      if (bytes === 0) return;
      const { accountId } = generation;
      const facts = { accountId, contentType: 'audio/pcm', sha256: hash.digest(), bytes, carried: false };
      await recordDelivery(deps.db, { ...made, ...facts, landmarks: heard.end() }, credentialId);
    },
  };
}

type About = Pick<Generation, 'id' | 'kind' | 'model' | 'voiceId'>;

/** The consents are looked up beside the synthesis, which takes longer: `made` is whole when `known` resolves. */
export function beginMade(deps: ProvenanceDeps, { id, kind, model, voiceId }: About) {
  const madeAt = deps.clock.now();
  const made: Made = { id, kind, models: [model], consents: [], composite: false, sounds: true, madeAt };
  const known = consentsTo(deps, voiceId === null ? [] : [voiceId]).then((consents) => {
    Object.assign(made, { consents });
  });
  // Whoever waits for it gets the error.
  known.catch(() => undefined);
  return { made, known };
}

function createHearing() {
  let fingerprinter: Fingerprinter | null = null;
  return {
    async hear({ channels, sampleRate }: Sound): Promise<void> {
      fingerprinter ??= createFingerprinter(sampleRate);
      const length = channels[0]?.length ?? 0;
      // A second takes a few milliseconds.
      for (let at = 0; at < length; at += sampleRate) {
        await ownTurn();
        fingerprinter.push(monoOf(channels.map((channel) => channel.subarray(at, at + sampleRate))));
      }
    },
    end: () => fingerprinter && landmarkBytes(fingerprinter.end()),
  };
}

function monoOf([first = new Float32Array(), ...others]: readonly Float32Array[]): Float32Array {
  return others.reduce((sum, channel) => sum.map((sample, i) => sample + (channel[i] ?? 0)), first);
}

import type { Sound } from '../../../engines/codec/index.ts';
import type { Rider } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import {
  MAX_ARRIVAL_MS,
  type ObjectWriter,
  openObjectWriter,
  type Storage,
} from '../../platform/storage/index.ts';
import type { GeneratedSound, Provenance } from '../../work/provenance/index.ts';
import { excerptOf } from './excerpt.ts';
import { insertGeneration, type NewGeneration } from './queries.ts';

export type Generation = Omit<
  NewGeneration,
  'id' | 'accountId' | 'kind' | 'model' | 'voiceId' | 'textExcerpt' | 'format' | 'audioKey' | 'now'
>;

/** `format` is also the extension of the file. `voiceId` is null for music and sound effects. */
export type EntryFormat = Pick<NewGeneration, 'kind' | 'model' | 'voiceId'> & {
  format: string;
  contentType: string;
};

type Deps = { storage: Storage; clock: Clock; log: Log; provenance: Pick<Provenance, 'begin'> };

/** Audio being written to the history. If the store fails, the entry has no audio. */
export class HistoryEntry {
  readonly id: string;
  /** Tracked by the caller. */
  readonly objectKey: string;
  readonly #deps: Deps;
  readonly #accountId: string;
  readonly #format: EntryFormat;
  readonly #startedAt: Date;
  readonly #sound: GeneratedSound;
  #writer: ObjectWriter | undefined;
  #isStored = false;

  constructor(deps: Deps, accountId: string, format: EntryFormat, objectKey: string) {
    this.#deps = deps;
    this.#accountId = accountId;
    this.#format = format;
    this.#startedAt = deps.clock.now();
    this.id = uuidv7(this.#startedAt.getTime());
    this.objectKey = objectKey;
    const { kind, model, voiceId, contentType } = format;
    this.#sound = deps.provenance.begin({ id: this.id, accountId, kind, model, voiceId, contentType });
  }

  /** The next samples of what is made, however it is encoded. */
  hear(sound: Sound): Promise<void> {
    return this.#sound.hear(sound);
  }

  /** For audio that leaves while it is made. */
  async write(bytes: Buffer): Promise<void> {
    this.#sound.add(bytes);
    this.#writer ??= openObjectWriter(this.#deps.storage, this.objectKey, this.#format.contentType);
    await this.#writer.write(bytes);
  }

  /** Call after the last byte. */
  storeAudio(): Promise<void> {
    return this.#store(async () => {
      await this.#writer?.end();
      return this.#writer !== undefined;
    });
  }

  /** Replaces `write` and `storeAudio` for audio that is already complete. Returns the signed file: only that may be answered. */
  async storeWhole(audio: Buffer, options?: { wasDelivered: boolean }): Promise<Buffer> {
    const { storage } = this.#deps;
    const { contentType } = this.#format;
    const signed = await this.#sound.sign(audio, options);
    await this.#store(async () => {
      await storage.put(this.objectKey, signed, { contentType, flush: 'later' });
      return true;
    });
    return signed;
  }

  get isStored(): boolean {
    return this.#isStored;
  }

  async #store(work: () => Promise<boolean>): Promise<void> {
    const { clock, log } = this.#deps;
    try {
      const elapsedMs = clock.now().getTime() - this.#startedAt.getTime();
      if (elapsedMs > MAX_ARRIVAL_MS) throw new Error('it took too long');
      this.#isStored = await work();
    } catch (err) {
      log.warn({ err }, 'a history entry has no audio: it could not be stored');
      this.abandon();
    }
  }

  /** The rows to write with the settlement. */
  rows(generation: Generation): Rider[] {
    const { kind, model, voiceId, format } = this.#format;
    const entry = insertGeneration({
      ...generation,
      kind,
      model,
      voiceId,
      id: this.id,
      accountId: this.#accountId,
      format,
      textExcerpt: excerptOf(generation.text),
      audioKey: this.#isStored ? this.objectKey : null,
      now: this.#startedAt,
    });
    return [entry, this.#sound.row()];
  }

  abandon(): void {
    this.#writer?.abandon();
  }
}

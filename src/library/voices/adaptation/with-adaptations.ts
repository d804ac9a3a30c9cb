import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRemote, type SpeechEngine, type SynthesisRequest } from '../../../../engines/speech/index.ts';
import type { Log } from '../../../platform/log.ts';
import { recent } from '../../../platform/recent.ts';
import type { VoicesInUse } from './voices-in-use.ts';

type Options = {
  open(key: string): Promise<Readable | null>;
  log: Log;
  /** Absent where nobody adapts voices. */
  voicesInUse?: Pick<VoicesInUse, 'add'>;
};

/** 327 kB each. */
const MOST_KEPT = 32;

/**
 * The speech engine for voices whose adaptations are kept elsewhere, where `open` finds them. Where one cannot be read, the voice speaks without it:
 * slower, and with the same voice. A voice that has none yet is noted as in use.
 */
export function withAdaptations(engine: SpeechEngine, { open, log, voicesInUse }: Options): SpeechEngine {
  /** Those used last. An adaptation never changes under its key. */
  const kept = recent<Promise<string | undefined>>(MOST_KEPT);

  function adaptationAt(key: string): Promise<string | undefined> {
    const found = kept.get(key) ?? read(key);
    kept.set(key, found);
    return found;
  }

  async function read(key: string): Promise<string | undefined> {
    try {
      const body = await open(key);
      if (body) return (await buffer(body)).toString('base64');
      log.warn({ object_key: key }, 'the adaptation of a voice is missing; it speaks without');
    } catch (err) {
      log.warn({ err, object_key: key }, 'the adaptation of a voice cannot be read; it speaks without');
    }
    kept.delete(key);
    return undefined;
  }

  return {
    ...engine,
    async *synthesize(request, options = {}) {
      const speaker = await speakerOf(request);
      const read = options.read && speaker && { ...options.read, speaker };
      yield* engine.synthesize(speaker ? { ...request, speaker } : request, {
        ...options,
        ...(read && { read }),
      });
    },
  };

  /** With its adaptation. Undefined if there is none. */
  async function speakerOf({ speaker, voiceId }: SynthesisRequest) {
    if (!speaker || isRemote(speaker)) return undefined;
    if (speaker.adaptationKey === undefined) {
      voicesInUse?.add(voiceId);
      return undefined;
    }
    const adaptation = await adaptationAt(speaker.adaptationKey);
    return adaptation === undefined ? undefined : { ...speaker, adaptation };
  }
}

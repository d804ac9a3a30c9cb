import type { Caller } from '../../http/index.ts';
import type { SpeechRequest } from './schemas.ts';
import { type SpeechDeps, type SpeechStream, type StreamContext, streamSpeech } from './speak.ts';

/** Knows every open stream of this node, so that a shutdown can wait for their settlements. */
export type SpeechStreams = {
  open(caller: Caller, request: SpeechRequest, context: StreamContext): Promise<SpeechStream>;
  /** Resolves when every stream has ended and is settled. */
  idle(): Promise<void>;
};

export function createSpeechStreams(deps: SpeechDeps): SpeechStreams {
  const open = new Set<Promise<void>>();
  return {
    async open(caller, request, context) {
      const stream = await streamSpeech(deps, caller, request, context);
      // Emitted after the generator has settled, also when the body was never read.
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      stream.body.once('close', resolve);
      open.add(closed);
      void closed.then(() => open.delete(closed));
      return stream;
    },
    async idle() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

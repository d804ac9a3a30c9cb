import { domainError } from '../../platform/errors.ts';
import { VOICE_ENGINES } from './custom-voice.ts';
import type { VoiceMaker } from './voice-maker.ts';

const UnknownEngine = domainError(
  'invalid',
  'invalid_request',
  `engine must be one of ${VOICE_ENGINES.join(', ')}, or one that a connected worker offers.`,
);

type Deps = {
  voiceMaker: Pick<VoiceMaker, 'engine'>;
  /** Whether a live worker has all of these capabilities. */
  isOffered(needs: readonly string[]): Promise<boolean>;
};

/**
 * The engine that makes the voice: the one that was asked for, where a worker offers it. Two names are always known; while no
 * worker offers those, our own serves them.
 */
export async function chooseEngine(
  { voiceMaker, isOffered }: Deps,
  kind: 'clone' | 'design',
  asked: string,
): Promise<string> {
  if (asked !== voiceMaker.engine && (await isOffered([kind, `${kind}:${asked}`]))) return asked;
  if (VOICE_ENGINES.some((name) => name === asked)) return voiceMaker.engine;
  throw new UnknownEngine();
}

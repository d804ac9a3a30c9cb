import { isRemote, type SpeechEngine } from '../../../engines/speech/index.ts';
import type { RemoteSpeech } from './remote-speech.ts';

/** The speech engine of the service: our own voices are spoken here, remote ones by workers. */
export function withRemoteVoices(
  local: SpeechEngine,
  remote: Pick<RemoteSpeech, 'unavailable' | 'synthesize'>,
): SpeechEngine {
  return {
    capabilities: local.capabilities,
    voices: local.voices,
    warm: () => local.warm(),
    status: () => local.status(),
    figures: () => local.figures(),
    check: (request) => local.check(request),
    unavailable: (speaker) => (isRemote(speaker) ? remote.unavailable(speaker) : local.unavailable(speaker)),
    synthesize(request, options = {}) {
      const { speaker } = request;
      return isRemote(speaker)
        ? remote.synthesize({ ...request, speaker }, options)
        : local.synthesize(request, options);
    },
    close: () => local.close(),
  };
}

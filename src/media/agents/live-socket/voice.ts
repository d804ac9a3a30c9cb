import type { Caller } from '../../../http/index.ts';
import type { ChargeRequest } from '../../../money/ledger/index.ts';
import { countCharacters } from '../../../money/pricing/index.ts';
import { quoteSpeech, type ReadSpeech, readSpeech, type SpeechDeps } from '../../speech/index.ts';
import type { AgentSettings } from '../agent.ts';

export type Voice = {
  utterance: Omit<ReadSpeech['utterance'], 'text'>;
  /** The first clause of a reply pays the fee of a listed voice, once for the reply. */
  priceOf(speech: string, options: { isFirst: boolean }): ChargeRequest;
};

/** The voice as it is now: its owner may have withdrawn it since the last reply. */
export async function readVoice(
  deps: Pick<SpeechDeps, 'db' | 'clock' | 'engine'>,
  caller: Caller,
  { voice_id, language }: Pick<AgentSettings, 'voice_id' | 'language'>,
  requestId: string,
): Promise<Voice> {
  const read = await readSpeech(deps, caller, { text: 'a', voice_id, ...(language && { language }) });
  const quote = quoteSpeech(caller, read, requestId);
  const { text: _text, ...utterance } = quote.utterance;
  return {
    utterance,
    priceOf(speech, { isFirst }) {
      const { charge } = quoteSpeech(
        caller,
        { ...read, characters: countCharacters(speech.trim()) },
        requestId,
      );
      return isFirst ? charge : { ...charge, fee: undefined };
    },
  };
}

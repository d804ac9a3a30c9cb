import type { Answer, Caller } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import { type SpeechDeps, type Spoken, synthesizeSpeech } from '../speech/index.ts';
import { DEFAULT_VOICE } from '../video/index.ts';
import { type Delivery, doneAnswer } from './answers.ts';
import { asLocalFailure } from './errors.ts';
import type { GenerateRequest } from './schemas.ts';

export type SpeakDeps = SpeechDeps & { publicUrl: string };

export async function speakLocally(
  deps: SpeakDeps,
  caller: Caller,
  body: GenerateRequest,
  { requestId, signal, receipt }: Delivery,
): Promise<Answer> {
  const { text = '', voice_id = DEFAULT_VOICE, model, speed, language } = body;
  const answerWith = ({ historyId, audio, durationSeconds, characters, model: spokenBy }: Spoken): Answer => {
    const data = {
      audio_url: `${deps.publicUrl}/api/v1/history/${historyId}/audio`,
      audio: audio.toString('base64'),
      duration_seconds: durationSeconds,
      model: spokenBy,
      characters,
      history_id: historyId,
    };
    return doneAnswer(data, 'local_worker', characters);
  };
  try {
    const request = { text, voice_id, model, speed, language };
    const spoken = await synthesizeSpeech(deps, caller, request, {
      requestId,
      signal,
      routingCredits: ROUTING_COSTS.local_worker,
      prepare: receipt ? (result) => receipt.stash(answerWith(result)) : undefined,
      commit: receipt ? (tx, result) => receipt.keep(tx, answerWith(result)) : undefined,
    });
    return answerWith(spoken);
  } catch (error) {
    throw asLocalFailure(error);
  }
}

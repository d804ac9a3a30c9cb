import type { Answer, Caller, UrlSigner } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import { audioPath } from '../history/index.ts';
import { type Speech, type SpeechDeps, synthesizeSpeech } from '../speech/index.ts';
import { DEFAULT_VOICE } from '../video/index.ts';
import { doneAnswer, type RequestContext } from './answers.ts';
import { asLocalFailure, type CloudDeps, InvalidGenerate } from './errors.ts';
import type { GenerateRequest } from './schemas.ts';

export type SpeakDeps = SpeechDeps & CloudDeps & { signUrl: UrlSigner };

export async function speakLocally(
  deps: SpeakDeps,
  caller: Caller,
  body: GenerateRequest,
  { requestId, signal, keeper }: RequestContext,
): Promise<Answer> {
  const { text = '', voice_id = DEFAULT_VOICE, model, speed, language, disclosure } = body;
  if (disclosure === 'visible')
    throw new InvalidGenerate('disclosure `visible` needs a picture. Use `audible`.', 'body.disclosure');
  const answerWith = ({
    historyId,
    audio,
    durationSeconds,
    characters,
    credits,
    ...speech
  }: Speech): Answer => {
    const data = {
      audio_url: deps.signUrl(audioPath(historyId), caller.accountId),
      audio: audio.toString('base64'),
      duration_seconds: durationSeconds,
      model: speech.model,
      characters,
      history_id: historyId,
    };
    return doneAnswer(data, 'local_worker', credits);
  };
  try {
    const request = { text, voice_id, model, speed, language, disclosure };
    return await synthesizeSpeech(deps, caller, request, {
      kind: 'tts',
      requestId,
      signal,
      routingCredits: ROUTING_COSTS.local_worker,
      keeper,
      answerWith,
    });
  } catch (error) {
    throw await asLocalFailure(deps, error, 'video');
  }
}

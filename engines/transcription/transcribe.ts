import { speechSpans, totalSeconds } from '../voice-activity/index.ts';
import { anyLanguage } from './any-language.ts';
import { inEnglish, tryEnglish } from './english.ts';
import { NoSpeech } from './errors.ts';
import { levelled } from './level.ts';
import type { EnglishWindow } from './methods.ts';
import { type ModelChoice, SMALL_MODELS } from './models.ts';
import { type Recognisers, SAMPLE_RATE, type Sound, type Turns } from './sound.ts';
import type { Transcript, TranscriptionRequest } from './types.ts';
import { isDetected, isVoiced, judge, type Verdict } from './verdict.ts';

/** The English recogniser has high confidence in English, and in few sentences of other languages, all short. */
const LIKELY_ENGLISH = -0.35;
const LIKELY_ENGLISH_IF_TINY = -0.25;
const TINY_PIECES = 4;
const SURELY_ENGLISH = -0.12;
const LONG_PIECES = 30;

/** Chooses the recogniser and its windows, and decides whether there is speech at all. Independent of processes. */
export async function transcribeWith(
  recognisers: Recognisers,
  request: TranscriptionRequest,
  models: ModelChoice = SMALL_MODELS,
): Promise<Transcript> {
  const samples = levelled(request.samples);
  const seconds = samples.length / SAMPLE_RATE;
  const listened = await recognisers.listen(samples);
  const spans = speechSpans(listened.probabilities);
  const sound: Sound = { samples, seconds, spans, probabilities: listened.probabilities };
  const detected = isDetected(spans);
  const voiced = isVoiced(listened.voicedSeconds, totalSeconds(spans) || seconds);
  // Recognised words alone would not prove speech, so the recogniser is not run.
  if (!detected && !voiced) throw new NoSpeech();
  const trial = await tryEnglish(recognisers, sound);
  const verdict = judge({ detected, voiced, worded: trial.english.text !== '' });
  if (verdict === 'no speech') throw new NoSpeech();
  const turns = await turnsIn(recognisers, sound, request);
  const english = isEnglish(request, trial.english, { verdict, only: models.only });
  const multilingual = () =>
    anyLanguage(recognisers, sound, request, { model: models.anyLanguage, verdict, turns });
  if (english === 'no') return multilingual();
  if (english === 'perhaps') {
    const transcript = await multilingual();
    if (transcript.language !== 'en' && models.only !== 'english') return transcript;
  }
  return inEnglish(recognisers, sound, { trial, model: models.english, turns });
}

/** If no speech was detected, there are no voices to separate, so everything is one speaker. */
async function turnsIn(
  { speakers }: Recognisers,
  { samples, spans, seconds }: Sound,
  request: TranscriptionRequest,
): Promise<Turns> {
  if (!request.speakers) return undefined;
  if (spans.length === 0) return [{ start: 0, end: seconds, speaker: 0, margin: 1 }];
  const { max, least } = request.speakers;
  return speakers({ samples, speech: spans, maxSpeakers: max, leastSpeakers: least });
}

/** `perhaps`: the multilingual recogniser decides on the language, or on whether it is speech at all. */
function isEnglish(
  request: TranscriptionRequest,
  { pieces, averageLogProbability: probability }: EnglishWindow,
  { verdict, only }: { verdict: Verdict; only: ModelChoice['only'] },
): 'yes' | 'perhaps' | 'no' {
  if (only === 'english') return verdict === 'speech' ? 'yes' : 'perhaps';
  if (only === 'any language' || request.task === 'translate' || verdict !== 'speech') return 'no';
  if (request.language !== undefined) return request.language === 'en' ? 'yes' : 'no';
  if (probability < (pieces < TINY_PIECES ? LIKELY_ENGLISH_IF_TINY : LIKELY_ENGLISH)) return 'no';
  return probability >= SURELY_ENGLISH || pieces >= LONG_PIECES ? 'yes' : 'perhaps';
}

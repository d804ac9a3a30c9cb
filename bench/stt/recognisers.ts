import { readFileSync } from 'node:fs';
import llamaTokenizer from 'llama-tokenizer-js';
import { pitchesOf, voiceSeconds } from '../../engines/dsp/index.ts';
import { sessionOptions } from '../../engines/onnx/index.ts';
import type { AnyLanguageModel, EnglishModel } from '../../engines/transcription/models.ts';
import { loadMoonshine, type Moonshine } from '../../engines/transcription/moonshine/recognise.ts';
import { MOONSHINE_SIZES } from '../../engines/transcription/moonshine/sizes.ts';
import type { Recognisers } from '../../engines/transcription/sound.ts';
import {
  type LargerWeights,
  NO_LARGER_WEIGHTS,
  type WeightFiles,
} from '../../engines/transcription/weights.ts';
import { loadWhisper, type Whisper } from '../../engines/transcription/whisper/recognise.ts';
import { WHISPER_SIZES } from '../../engines/transcription/whisper/sizes.ts';
import { loadSilero } from '../../engines/voice-activity/index.ts';

/** The engine's own parts in this process, on one thread, so that all its CPU time is theirs. */
export async function loadRecognisers(
  weights: WeightFiles,
  larger: LargerWeights = NO_LARGER_WEIGHTS,
): Promise<Recognisers> {
  const options = sessionOptions(1);
  const { signal } = new AbortController();
  const silero = await loadSilero(weights.silero, options);
  const pieces = JSON.parse(readFileSync(weights.whisperVocabulary, 'utf8')) as Record<string, number>;
  const files = {
    'moonshine-tiny': { encoder: weights.moonshineEncoder, decoder: weights.moonshineDecoder },
    'whisper-base': { encoder: weights.whisperEncoder, decoder: weights.whisperDecoder },
    ...larger,
  };
  const filesOf = (model: keyof typeof files) => {
    const own = files[model];
    if (!own) throw new Error(`${model} is not installed: ./run models ${model}`);
    return own;
  };
  const moonshines = new Map<EnglishModel, Promise<Moonshine>>();
  const moonshine = (model: EnglishModel): Promise<Moonshine> => {
    const one = moonshines.get(model) ?? loadMoonshine(filesOf(model), MOONSHINE_SIZES[model], options);
    moonshines.set(model, one);
    return one;
  };
  const whispers = new Map<AnyLanguageModel, Promise<Whisper>>();
  const whisper = (model: AnyLanguageModel): Promise<Whisper> => {
    const size = WHISPER_SIZES[model];
    const one = whispers.get(model) ?? loadWhisper(filesOf(model), { size, pieces }, options);
    whispers.set(model, one);
    return one;
  };
  await moonshine('moonshine-tiny');
  return {
    listen: async (samples) => ({
      probabilities: await silero.probabilities(samples),
      voicedSeconds: voiceSeconds(pitchesOf(samples)),
    }),
    english: async ({ model, ...heard }) => {
      const { tokens, averageLogProbability } = await (await moonshine(model)).recognise(heard, signal);
      const text = llamaTokenizer.decode(tokens, false, false).trim();
      return { text, pieces: tokens.length, averageLogProbability };
    },
    anyLanguage: async ({ model, ...request }) => (await whisper(model)).recognise(request, signal),
    speakers: async () => [],
    hasTime: () => true,
  };
}

import { readFile } from 'node:fs/promises';
import llamaTokenizer from 'llama-tokenizer-js';
import { type Served, serveProcess } from '../../src/platform/process-pool/index.ts';
import { findTurns, withPitch } from '../diarization/index.ts';
import { pitchesOf, voiceSeconds } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import { loadVoiceprints } from '../speaker-embedding/index.ts';
import { loadSilero } from '../voice-activity/index.ts';
import { RECOGNISER_CONFIG, type RecogniserConfig, type RecogniserMethods } from './methods.ts';
import type { AnyLanguageModel, EnglishModel } from './models.ts';
import { loadMoonshine } from './moonshine/recognise.ts';
import { MOONSHINE_SIZES } from './moonshine/sizes.ts';
import { loadWhisper } from './whisper/recognise.ts';
import { WHISPER_SIZES } from './whisper/sizes.ts';

/** Each model is loaded on first use: most servers transcribe mainly one kind of language. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function installed<Files>(files: Files | null): Files {
  if (!files) throw new Error('this process has no weights of that model');
  return files;
}

async function open({
  weights,
  larger,
  voiceWeights,
  threads,
}: RecogniserConfig): Promise<Served<RecogniserMethods>> {
  const options = sessionOptions(threads);
  const silero = await loadSilero(weights.silero, sessionOptions(1));
  const files = {
    'moonshine-tiny': { encoder: weights.moonshineEncoder, decoder: weights.moonshineDecoder },
    'whisper-base': { encoder: weights.whisperEncoder, decoder: weights.whisperDecoder },
    ...larger,
  };
  const pieces = once(
    async () => JSON.parse(await readFile(weights.whisperVocabulary, 'utf8')) as Record<string, number>,
  );
  const moonshine = (model: EnglishModel) =>
    once(() => loadMoonshine(installed(files[model]), MOONSHINE_SIZES[model], options));
  const whisper = (model: AnyLanguageModel) =>
    once(async () =>
      loadWhisper(installed(files[model]), { size: WHISPER_SIZES[model], pieces: await pieces() }, options),
    );
  const english = {
    'moonshine-tiny': moonshine('moonshine-tiny'),
    'moonshine-base': moonshine('moonshine-base'),
  };
  const anyLanguage = { 'whisper-base': whisper('whisper-base'), 'whisper-small': whisper('whisper-small') };
  const voiceprints = once(async () => {
    if (!voiceWeights) throw new Error('this process has no voice weights');
    return loadVoiceprints(voiceWeights, options);
  });
  return {
    listen: async ({ samples }) => ({
      probabilities: await silero.probabilities(samples),
      voicedSeconds: voiceSeconds(pitchesOf(samples)),
    }),
    english: async ({ model, ...heard }, { signal }) => {
      const { tokens, averageLogProbability } = await (await english[model]()).recognise(heard, signal);
      const text = llamaTokenizer.decode(tokens, false, false).trim();
      return { text, pieces: tokens.length, averageLogProbability };
    },
    anyLanguage: async ({ model, ...request }, { signal }) =>
      (await anyLanguage[model]()).recognise(request, signal),
    speakers: async ({ samples, speech, ...counts }) => {
      const voices = await (await voiceprints()).analyse(samples, speech);
      return findTurns(withPitch(voices, pitchesOf(samples), speech), speech, counts);
    },
  };
}

await serveProcess<RecogniserMethods, RecogniserConfig>({ config: RECOGNISER_CONFIG, open });

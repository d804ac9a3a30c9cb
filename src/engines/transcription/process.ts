import { readFile } from 'node:fs/promises';
import llamaTokenizer from 'llama-tokenizer-js';
import { type Served, serveProcess } from '../../platform/process-pool/index.ts';
import { findTurns, withPitch } from '../diarization/index.ts';
import { pitchesOf, voiceSeconds } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import { loadVoiceprints } from '../speaker-embedding/index.ts';
import { loadSilero } from '../voice-activity/index.ts';
import { RECOGNISER_CONFIG, type RecogniserConfig, type RecogniserMethods } from './methods.ts';
import { loadMoonshine } from './moonshine/recognise.ts';
import { loadWhisper } from './whisper/recognise.ts';

/** Each model is loaded on first use: most servers transcribe mainly one kind of language. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

async function open({
  weights,
  voiceWeights,
  threads,
}: RecogniserConfig): Promise<Served<RecogniserMethods>> {
  const options = sessionOptions(threads);
  const silero = await loadSilero(weights.silero, sessionOptions(1));
  const moonshine = once(() =>
    loadMoonshine({ encoder: weights.moonshineEncoder, decoder: weights.moonshineDecoder }, options),
  );
  const whisper = once(async () => {
    const pieces = JSON.parse(await readFile(weights.whisperVocabulary, 'utf8')) as Record<string, number>;
    return loadWhisper({ encoder: weights.whisperEncoder, decoder: weights.whisperDecoder }, pieces, options);
  });
  const voiceprints = once(async () => {
    if (!voiceWeights) throw new Error('this process has no voice weights');
    return loadVoiceprints(voiceWeights, options);
  });
  return {
    listen: async ({ samples }) => ({
      probabilities: await silero.probabilities(samples),
      voicedSeconds: voiceSeconds(pitchesOf(samples)),
    }),
    english: async ({ samples }, { signal }) => {
      const { tokens, averageLogProbability } = await (await moonshine()).recognise(samples, signal);
      const text = llamaTokenizer.decode(tokens, false, false).trim();
      return { text, pieces: tokens.length, averageLogProbability };
    },
    anyLanguage: async (request, { signal }) => (await whisper()).recognise(request, signal),
    speakers: async ({ samples, speech, maxSpeakers }) => {
      const voices = await (await voiceprints()).analyse(samples, speech);
      return findTurns(withPitch(voices, pitchesOf(samples), speech), speech, { maxSpeakers });
    },
  };
}

await serveProcess<RecogniserMethods, RecogniserConfig>({ config: RECOGNISER_CONFIG, open });

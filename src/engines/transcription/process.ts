import { readFile } from 'node:fs/promises';
import llamaTokenizer from 'llama-tokenizer-js';
import { serveProcess } from '../../platform/process-pool/index.ts';
import { findTurns, withPitch } from '../diarization/index.ts';
import { pitchesOf, voiceSeconds } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';
import { loadVoiceprints, type VoiceWeightFiles } from '../speaker-embedding/index.ts';
import { loadSilero } from '../voice-activity/index.ts';
import type { RecogniserMethods } from './methods.ts';
import { loadMoonshine } from './moonshine/recognise.ts';
import type { WeightFiles } from './weights.ts';
import { loadWhisper } from './whisper/recognise.ts';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const files = JSON.parse(required('TRANSCRIPTION_WEIGHTS')) as WeightFiles;
const options = sessionOptions(Number(required('TRANSCRIPTION_THREADS')));

/** Each model is loaded when first asked: most servers hear mostly one kind of language. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

const silero = once(() => loadSilero(files.silero, sessionOptions(1)));
const moonshine = once(() =>
  loadMoonshine({ encoder: files.moonshineEncoder, decoder: files.moonshineDecoder }, options),
);
const whisper = once(async () => {
  const pieces = JSON.parse(await readFile(files.whisperVocabulary, 'utf8')) as Record<string, number>;
  return loadWhisper({ encoder: files.whisperEncoder, decoder: files.whisperDecoder }, pieces, options);
});
const voiceprints = once(() =>
  loadVoiceprints(JSON.parse(required('TRANSCRIPTION_VOICE_WEIGHTS')) as VoiceWeightFiles, options),
);

await serveProcess<RecogniserMethods>({
  start: async () => {
    await silero();
  },
  methods: {
    listen: async ({ samples }) => ({
      probabilities: await (await silero()).probabilities(samples),
      voicedSeconds: voiceSeconds(samples),
    }),
    english: async ({ samples }, { signal }) => {
      const { tokens, averageLogProbability } = await (await moonshine()).recognise(samples, signal);
      const text = llamaTokenizer.decode(tokens, false, false).trim();
      return { text, pieces: tokens.length, averageLogProbability };
    },
    anyLanguage: async (request, { signal }) => (await whisper()).recognise(request, signal),
    speakers: async ({ samples, spoken, maxSpeakers }) => {
      const voices = await (await voiceprints()).hear(samples, spoken);
      return findTurns(withPitch(voices, pitchesOf(samples), spoken), spoken, { maxSpeakers });
    },
  },
});

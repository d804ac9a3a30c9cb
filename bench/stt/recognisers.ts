import { readFileSync } from 'node:fs';
import llamaTokenizer from 'llama-tokenizer-js';
import { pitchesOf, voiceSeconds } from '../../src/engines/dsp/index.ts';
import { sessionOptions } from '../../src/engines/onnx/index.ts';
import { loadMoonshine } from '../../src/engines/transcription/moonshine/recognise.ts';
import type { Recognisers } from '../../src/engines/transcription/transcribe.ts';
import type { WeightFiles } from '../../src/engines/transcription/weights.ts';
import { loadWhisper } from '../../src/engines/transcription/whisper/recognise.ts';
import { loadSilero } from '../../src/engines/voice-activity/index.ts';

/** The engine's own parts in this process, on one thread, so that all its CPU time is theirs. */
export async function loadRecognisers(files: WeightFiles): Promise<Recognisers> {
  const options = sessionOptions(1);
  const { signal } = new AbortController();
  const silero = await loadSilero(files.silero, options);
  const moonshine = await loadMoonshine(
    { encoder: files.moonshineEncoder, decoder: files.moonshineDecoder },
    options,
  );
  const pieces = JSON.parse(readFileSync(files.whisperVocabulary, 'utf8')) as Record<string, number>;
  const whisper = await loadWhisper(
    { encoder: files.whisperEncoder, decoder: files.whisperDecoder },
    pieces,
    options,
  );
  return {
    listen: async (samples) => ({
      probabilities: await silero.probabilities(samples),
      voicedSeconds: voiceSeconds(pitchesOf(samples)),
    }),
    english: async (samples) => {
      const { tokens, averageLogProbability } = await moonshine.recognise(samples, signal);
      const text = llamaTokenizer.decode(tokens, false, false).trim();
      return { text, pieces: tokens.length, averageLogProbability };
    },
    anyLanguage: (request) => whisper.recognise(request, signal),
    speakers: async () => [],
  };
}

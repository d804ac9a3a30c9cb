import type { InferenceSession, Tensor } from 'onnxruntime-node';
import type { RecognisedSegment, RecognisedWindow, RecognisedWord } from '../window.ts';
import { tokenTimes } from './alignment.ts';
import { type DecodedWindow, decodeWindow, detectLanguage, type Task } from './decode-window.ts';
import { logMel } from './mel.ts';
import { loadNetworks, type Networks } from './networks.ts';
import type { Choice } from './next-token.ts';
import type { WhisperSize } from './sizes.ts';
import {
  FIRST_TIMESTAMP,
  languageToken,
  NO_TIMESTAMPS,
  START,
  TIMESTAMP_SECONDS,
  TRANSCRIBE,
  TRANSLATE,
  UNSPACED,
} from './tokens.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

export type WhisperFiles = { encoder: string; decoder: string };
export type WhisperRequest = {
  samples: Float32Array;
  /** Default: detected. */
  language?: string | undefined;
  task: Task;
};
export type Whisper = { recognise(request: WhisperRequest, signal: AbortSignal): Promise<RecognisedWindow> };

const SAMPLE_RATE = 16_000;

export async function loadWhisper(
  files: WhisperFiles,
  { size, pieces }: { size: WhisperSize; pieces: Record<string, number> },
  options: InferenceSession.SessionOptions,
): Promise<Whisper> {
  const networks = await loadNetworks(files, size, options);
  const vocabulary = createVocabulary(pieces);
  const machine = { networks, vocabulary };
  return {
    async recognise({ samples, language: requested, task }, signal) {
      const states = await networks.encode(logMel(samples));
      signal.throwIfAborted();
      const detected = requested
        ? { language: requested, probability: 1 }
        : await detectLanguage(machine, states);
      const { language } = detected;
      const decoded = await decodeWindow(machine, states, { language, task, signal });
      const seconds = samples.length / SAMPLE_RATE;
      const segments = await segmentsOf(machine, states, decoded, { language, task, seconds });
      return {
        language,
        languageProbability: detected.probability,
        segments,
        consumedSeconds: consumedOf(decoded.choices, seconds),
        averageLogProbability: decoded.averageLogProbability,
        noSpeechProbability: decoded.noSpeechProbability,
        compressionRatio: decoded.compressionRatio,
        repeats: decoded.repeats,
      };
    },
  };
}

const isTime = ({ token }: Choice): boolean => token >= FIRST_TIMESTAMP;
const secondsOf = ({ token }: Choice): number => (token - FIRST_TIMESTAMP) * TIMESTAMP_SECONDS;

/** Text and one time at the end: the model is done. Otherwise it stopped at the last time, and more follows. */
function consumedOf(choices: readonly Choice[], seconds: number): number {
  const last = choices.at(-1);
  const before = choices.at(-2);
  const lastTime = choices.findLast(isTime);
  if (!last || !lastTime) return seconds;
  const singleEnding = isTime(last) && before !== undefined && !isTime(before);
  return singleEnding ? seconds : Math.min(seconds, secondsOf(lastTime));
}

type Piece = { start: number; end: number; choices: Choice[] };

/** Text between two times. Text without an end time lasts to the end of the window. */
function piecesOf(choices: readonly Choice[], seconds: number): Piece[] {
  const pieces: Piece[] = [];
  let open: Piece = { start: 0, end: seconds, choices: [] };
  for (const choice of choices) {
    if (!isTime(choice)) open.choices.push(choice);
    else {
      if (open.choices.length > 0) pieces.push({ ...open, end: Math.min(seconds, secondsOf(choice)) });
      open = { start: secondsOf(choice), end: seconds, choices: [] };
    }
  }
  if (open.choices.length > 0) pieces.push(open);
  // Text after the end of the audio is hallucinated.
  return pieces.filter(({ start }) => start < seconds);
}

type Facts = { language: string; task: Task; seconds: number };

async function segmentsOf(
  { networks, vocabulary }: { networks: Networks; vocabulary: Vocabulary },
  states: Tensor,
  { choices }: DecodedWindow,
  { language, task, seconds }: Facts,
): Promise<RecognisedSegment[]> {
  const pieces = piecesOf(choices, seconds);
  if (pieces.length === 0) return [];
  const allTokens = pieces.flatMap((piece) => piece.choices.map(({ token }) => token));
  const start = [START, languageToken(language), task === 'translate' ? TRANSLATE : TRANSCRIBE];
  const tokens = [...start, NO_TIMESTAMPS, ...allTokens];
  // A token's row shows where the next token is read from, so the last time is the end of the text.
  const attentions = await networks.attentions(states, tokens);
  const times = tokenTimes(attentions, { tokens: tokens.length, skip: start.length, seconds });
  let at = 0;
  return pieces.map((piece) => {
    const words: RecognisedWord[] = wordsOf(piece.choices, vocabulary, !UNSPACED.has(language)).map(
      (word) => {
        const from = times[at] ?? piece.start;
        at += word.tokens;
        const end = times[at] ?? piece.end;
        return {
          word: word.text.trim(),
          start: from,
          end: Math.max(end, from),
          confidence: word.probability,
        };
      },
    );
    const text = vocabulary.textOf(piece.choices.map(({ token }) => token)).trim();
    return { start: piece.start, end: piece.end, text, words };
  });
}

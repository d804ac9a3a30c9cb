import { deflateSync } from 'node:zlib';
import type { Tensor } from 'onnxruntime-node';
import { findLoop, withoutLoops } from '../repetition.ts';
import { type Networks, row, type Step } from './networks.ts';
import { type Choice, choose, probabilityOf, restrict } from './next-token.ts';
import {
  END,
  FIRST_TIMESTAMP,
  LANGUAGE_TOKENS,
  languageOf,
  languageToken,
  NO_SPEECH,
  START,
  TRANSCRIBE,
  TRANSLATE,
} from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

export type Task = 'transcribe' | 'translate';

export type DecodedWindow = {
  /** Text and time tokens, without start and end tokens. */
  choices: Choice[];
  averageLogProbability: number;
  noSpeechProbability: number;
  compressionRatio: number;
  /** Every temperature gave a loop. Its repeats are removed, and words may be missing. */
  repeats: boolean;
};

type Machine = { networks: Networks; vocabulary: Vocabulary };

const MAX_TOKENS = 224;
const TEMPERATURES = [0, 0.2, 0.6, 1];
const MAX_COMPRESSION = 2.4;
const MIN_LOG_PROBABILITY = -1;
const SURELY_SILENT = 0.6;

export async function detectLanguage(
  { networks }: Machine,
  states: Tensor,
): Promise<{ language: string; probability: number }> {
  const { logits } = await networks.begin(states, [START]);
  const scores = LANGUAGE_TOKENS.map((token) => logits[token] ?? 0);
  const most = Math.max(...scores);
  const sum = scores.reduce((total, score) => total + Math.exp(score - most), 0);
  const token = LANGUAGE_TOKENS[scores.indexOf(most)] ?? START;
  return { language: languageOf(token), probability: 1 / sum };
}

/**
 * Decodes greedily first. A result that loops or has low confidence is sampled again at rising temperatures; the seeds are
 * fixed, so the same audio gives the same text. The best result is kept if none is good.
 */
export async function decodeWindow(
  machine: Machine,
  states: Tensor,
  { language, task, signal }: { language: string; task: Task; signal: AbortSignal },
): Promise<DecodedWindow> {
  const start = [START, languageToken(language), task === 'translate' ? TRANSLATE : TRANSCRIBE];
  const beginning = await machine.networks.begin(states, start);
  let best: DecodedWindow | null = null;
  for (const temperature of TEMPERATURES) {
    const decoded = await decodeAt(machine, states, { beginning, start, temperature, signal });
    if (!isDoubtful(decoded)) return decoded;
    if (!best || rank(decoded) > rank(best)) best = decoded;
    if (decoded.noSpeechProbability > SURELY_SILENT) break;
  }
  if (!best) throw new Error('no temperatures');
  return best.repeats ? withoutRepeats(best, machine.vocabulary) : best;
}

function isDoubtful({ repeats, averageLogProbability }: DecodedWindow): boolean {
  return repeats || averageLogProbability < MIN_LOG_PROBABILITY;
}

/** A loop counts against a result, because the model is sure of it. */
function rank({ compressionRatio, repeats, averageLogProbability }: DecodedWindow): number {
  return averageLogProbability - Math.max(0, compressionRatio - MAX_COMPRESSION) - Number(repeats);
}

function withoutRepeats(decoded: DecodedWindow, vocabulary: Vocabulary): DecodedWindow {
  const choices = withoutLoops(decoded.choices, isText);
  const sum = choices.reduce((total, { logProbability }) => total + logProbability, 0);
  return {
    ...decoded,
    choices,
    averageLogProbability: sum / (choices.length + 1),
    compressionRatio: compressionOf(vocabulary.textOf(textTokens(choices))),
  };
}

const isText = ({ token }: Choice): boolean => token < FIRST_TIMESTAMP;

function textTokens(choices: readonly Choice[]): number[] {
  return choices.filter(isText).map(({ token }) => token);
}

type Attempt = { beginning: Step; start: number[]; temperature: number; signal: AbortSignal };

async function decodeAt(machine: Machine, states: Tensor, attempt: Attempt): Promise<DecodedWindow> {
  const { networks, vocabulary } = machine;
  const { beginning, start, temperature, signal } = attempt;
  const random = seeded(Math.round(temperature * 100));
  const choices: Choice[] = [];
  let sum = 0;
  let logits = row(beginning.logits, start.length - 1);
  let { cache } = beginning;
  for (;;) {
    signal.throwIfAborted();
    const tokens = choices.map(({ token }) => token);
    const choice = choose(restrict(logits, tokens), temperature, random);
    sum += choice.logProbability;
    if (choice.token === END) break;
    choices.push(choice);
    if (choices.length >= MAX_TOKENS || isLost(choices)) break;
    const step: Step = await networks.next(states, choice.token, cache);
    logits = row(step.logits, 0);
    cache = step.cache;
  }
  const compressionRatio = compressionOf(vocabulary.textOf(textTokens(choices)));
  return {
    choices,
    averageLogProbability: sum / (choices.length + 1),
    noSpeechProbability: probabilityOf(row(beginning.logits, 0), NO_SPEECH),
    compressionRatio,
    repeats: compressionRatio > MAX_COMPRESSION || findLoop(textTokens(choices)) !== null,
  };
}

/** Models seldom find out of so long a loop. */
const LOST_TOKENS = 40;

/** Whether the text ends in a long loop. Decoding then stops early. */
function isLost(choices: readonly Choice[]): boolean {
  return choices.length >= LOST_TOKENS && endsInLoop(textTokens(choices).slice(-LOST_TOKENS));
}

function endsInLoop(tokens: readonly number[]): boolean {
  const loop = findLoop(tokens);
  return loop !== null && loop.start < loop.period && loop.end === tokens.length;
}

function compressionOf(text: string): number {
  const bytes = Buffer.from(text);
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
}

function seeded(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

import { END, FIRST_TIMESTAMP, NO_TIMESTAMPS, SUPPRESSED, SUPPRESSED_FIRST, VOCABULARY } from './tokens.ts';

const NEVER = Number.NEGATIVE_INFINITY;
/** The first words start within the first second of a window. */
const LATEST_FIRST_TIMESTAMP = FIRST_TIMESTAMP + 50;

export type Choice = { token: number; logProbability: number };

/** Masks tokens that may not follow, by the grammar of times: they come in pairs around text and never decrease. */
export function restrict(logits: Float32Array, tokens: readonly number[]): Float32Array {
  const allowed = logits.slice();
  for (const token of SUPPRESSED) allowed[token] = NEVER;
  allowed[NO_TIMESTAMPS] = NEVER;
  if (tokens.length === 0) {
    for (const token of SUPPRESSED_FIRST) allowed[token] = NEVER;
    allowed.fill(NEVER, 0, FIRST_TIMESTAMP);
    allowed.fill(NEVER, LATEST_FIRST_TIMESTAMP + 1, VOCABULARY);
    return allowed;
  }
  const isTime = (token: number | undefined): boolean => (token ?? 0) >= FIRST_TIMESTAMP;
  const endsInTime = isTime(tokens.at(-1));
  const afterPair = endsInTime && (tokens.length < 2 || isTime(tokens.at(-2)));
  if (afterPair) allowed.fill(NEVER, FIRST_TIMESTAMP, VOCABULARY);
  else if (endsInTime) allowed.fill(NEVER, 0, END);
  const last = tokens.findLast(isTime);
  // A segment ends after it starts; the next one may start where it ended.
  if (last !== undefined) allowed.fill(NEVER, FIRST_TIMESTAMP, endsInTime && !afterPair ? last : last + 1);
  if (timesOutweigh(allowed)) allowed.fill(NEVER, 0, FIRST_TIMESTAMP);
  return allowed;
}

/** A time is due if all times together are more likely than any single text token. */
function timesOutweigh(logits: Float32Array): boolean {
  const most = greatest(logits, FIRST_TIMESTAMP, VOCABULARY);
  if (most === NEVER) return false;
  let sum = 0;
  for (let i = FIRST_TIMESTAMP; i < VOCABULARY; i += 1) sum += Math.exp((logits[i] ?? NEVER) - most);
  return most + Math.log(sum) > greatest(logits, 0, FIRST_TIMESTAMP);
}

function greatest(logits: Float32Array, from: number, to: number): number {
  let most = NEVER;
  for (let i = from; i < to; i += 1) if ((logits[i] as number) > most) most = logits[i] as number;
  return most;
}

/** The most likely token at temperature 0, otherwise a sample. The log-probability is always that of temperature 1. */
export function choose(logits: Float32Array, temperature: number, random: () => number): Choice {
  const norm = logSum(logits, 1);
  const token = temperature === 0 ? argmax(logits) : draw(logits, temperature, random());
  return { token, logProbability: (logits[token] ?? NEVER) - norm };
}

export function argmax(logits: Float32Array): number {
  let best = 0;
  for (let i = 1; i < logits.length; i += 1) if ((logits[i] as number) > (logits[best] as number)) best = i;
  return best;
}

export function probabilityOf(logits: Float32Array, token: number): number {
  return Math.exp((logits[token] ?? NEVER) - logSum(logits, 1));
}

function logSum(logits: Float32Array, temperature: number): number {
  const most = greatest(logits, 0, logits.length) / temperature;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit / temperature - most);
  return most + Math.log(sum);
}

function draw(logits: Float32Array, temperature: number, at: number): number {
  const norm = logSum(logits, temperature);
  let left = at;
  for (let i = 0; i < logits.length; i += 1) {
    left -= Math.exp((logits[i] as number) / temperature - norm);
    if (left <= 0) return i;
  }
  return argmax(logits);
}

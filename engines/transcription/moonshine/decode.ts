import { withoutLoops } from '../repetition.ts';

const START = 1;
export const END = 2;
/** According to the model card, faster output is hallucinated. */
const MOST_TOKENS_PER_SECOND = 6.5;
/**
 * Who speaks slowly says more than this. The model sometimes ends after its first words in a long window ("10."), and writes
 * the rest if it may not end yet.
 */
const LEAST_TOKENS_PER_SECOND = 1;

type Choice = { token: number; logProbability: number };
export type Decoded = { tokens: number[]; averageLogProbability: number; hasEnded: boolean };
/** Somebody speaks in `speechSeconds` of the window. */
type Length = { seconds: number; speechSeconds: number };

/** Writes one token after the other. `next` gives the logits of what may follow a token; they are overwritten. */
export async function decode(
  next: (token: number) => Promise<Float32Array>,
  { seconds, speechSeconds }: Length,
): Promise<Decoded> {
  const most = Math.ceil(seconds * MOST_TOKENS_PER_SECOND);
  const least = Math.floor(speechSeconds * LEAST_TOKENS_PER_SECOND);
  const choices: Choice[] = [];
  let token = START;
  for (let step = 0; step <= most && token !== END; step += 1) {
    const logits = await next(token);
    // An end at once is kept: it says that nobody speaks.
    if (step > 0 && step < least) logits[END] = Number.NEGATIVE_INFINITY;
    const choice = mostLikely(logits);
    choices.push(choice);
    token = choice.token;
  }
  const sum = choices.reduce((total, { logProbability }) => total + logProbability, 0);
  return {
    tokens: choices.map((choice) => choice.token).filter((id) => id !== END),
    averageLogProbability: sum / choices.length,
    hasEnded: token === END,
  };
}

/** Of a result that had no end, which mostly is a loop ("2000000…"). */
export function withoutRepeats(decoded: Decoded): Decoded {
  const items = decoded.tokens.map((token) => ({ token }));
  return { ...decoded, tokens: withoutLoops(items, () => true).map(({ token }) => token) };
}

/** The most likely token, with its log-probability. */
function mostLikely(logits: Float32Array): Choice {
  let token = 0;
  for (let i = 1; i < logits.length; i += 1) if ((logits[i] as number) > (logits[token] as number)) token = i;
  const most = logits[token] as number;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return { token, logProbability: -Math.log(sum) };
}

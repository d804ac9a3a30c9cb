export type Choice = { token: number; logProbability: number };

/** The likeliest, with its log-probability. */
export function greatest(logits: Float32Array): Choice {
  let token = 0;
  for (let i = 1; i < logits.length; i += 1) if ((logits[i] as number) > (logits[token] as number)) token = i;
  const most = logits[token] as number;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - most);
  return { token, logProbability: -Math.log(sum) };
}

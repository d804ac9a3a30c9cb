import type { Completion, LanguageModel } from '../../../engines/language-model/index.ts';
import { type Answer, type Caller, payerOf } from '../../http/index.ts';
import { type ChargeDeps, chargeFor } from '../../money/ledger/index.ts';
import {
  holdOfDay,
  keepOfDay,
  mostTokens,
  sizeOfText,
  type Tokens,
  tokensUsed,
} from '../../money/model-tokens/index.ts';
import { creditsFor, ROUTING_COSTS, type RoutingNode } from '../../money/pricing/index.ts';
import { chargeableCharacters } from '../speech/index.ts';
import { doneAnswer, type RequestContext } from './answers.ts';
import { asLocalFailure, type CloudDeps, LocalWorkerFailed } from './errors.ts';
import type { GenerateRequest } from './schemas.ts';

export type InferDeps = ChargeDeps & CloudDeps & { languageModel: LanguageModel | null };

/** Longer than the model's own time limit, so that the model reports the failure. */
const DEADLINE_MS = 90_000;

/** Answers with what the language model says. */
export async function inferLocally(
  deps: InferDeps,
  caller: Caller,
  body: GenerateRequest,
  { requestId, signal, keeper }: RequestContext,
): Promise<Answer> {
  const { languageModel } = deps;
  const node = languageModel?.external ? 'external_api' : 'local_worker';
  const { prompt, charge } = quoteInference(caller, body, node);
  if (!languageModel)
    throw new LocalWorkerFailed(
      'no language model is configured: set LLM_BASE_URL and LLM_MODEL',
      (await deps.hasCloud('inference')) ? 'cloud' : 'language model',
    );
  const whole = {
    ...charge,
    accountId: caller.accountId,
    model: languageModel.model,
    requestId,
    deadlineMs: DEADLINE_MS,
  };
  const infer = async (running: AbortSignal): Promise<Answer> => {
    const completion = await withinDay(deps, caller, languageModel, prompt, () =>
      languageModel.complete(prompt, { signal: running }),
    );
    const answer = doneAnswer(completion, node, charge.credits);
    await keeper?.stash(answer);
    return answer;
  };
  const alongside = keeper ? keeper.keep : undefined;
  try {
    return await chargeFor(deps, whole, infer, { signal, alongside });
  } catch (error) {
    throw await asLocalFailure(deps, error, 'inference');
  }
}

/** The price is that of the contract, but what the model does counts against the limit of the day. */
async function withinDay(
  deps: InferDeps,
  caller: Caller,
  { maxOutputTokens }: LanguageModel,
  prompt: string,
  complete: () => Promise<Completion>,
): Promise<Completion> {
  const size = sizeOfText(prompt);
  const most = mostTokens(size, maxOutputTokens);
  const share = await holdOfDay(deps, caller, most);
  let used: Tokens = { input: 0, output: 0 };
  try {
    const completion = await complete();
    used = tokensUsed(completion.usage, { size, written: completion.text.length, most });
    return completion;
  } finally {
    await keepOfDay(deps, share, used);
  }
}

/** One credit per character of the prompt; the answer costs nothing and is as long as the server allows. */
export function quoteInference(caller: Caller, { text = '' }: GenerateRequest, node: RoutingNode) {
  const quantity = chargeableCharacters(text);
  const unit = 'inference_character' as const;
  const credits = creditsFor(unit, quantity);
  const routingCredits = ROUTING_COSTS[node];
  const charge = { ...payerOf(caller), unit, quantity, credits, routingCredits };
  return { prompt: text, charge };
}

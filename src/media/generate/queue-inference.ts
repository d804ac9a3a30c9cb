import type { Answer, Caller } from '../../http/index.ts';
import { mostTokens, sizeOfText, takeOfDay } from '../../money/model-tokens/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { createJob, type JobDeps, type NewJob } from '../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import { isOffered } from '../../work/workers/index.ts';
import { queuedAnswer, type RequestContext } from './answers.ts';
import { quoteInference } from './infer-text.ts';
import { INFERENCE, type InferenceRequest } from './run-inference.ts';
import type { GenerateRequest } from './schemas.ts';

/** Any worker may answer, with a limit of its own. */
const MAX_ANSWER_TOKENS = 2_048;

const NOBODY_INFERS = {
  error:
    'No worker offers a language model on this server. Nothing was charged; the operator can configure one.',
  errorCode: 'inference_unavailable',
};

/** Queues the prompt as a job for any worker with a language model. */
export async function queueInference(
  deps: JobDeps & { outbound: OutboundPolicy },
  caller: Caller,
  body: GenerateRequest,
  { requestId, keeper }: RequestContext,
): Promise<Answer> {
  const { accountId } = caller;
  const { prompt, charge } = quoteInference(caller, body, 'gpu_cluster');
  const request: InferenceRequest = { prompt };
  const webhookUrl = checkWebhookUrl(body.webhook_url, deps.outbound);
  const offered = await isOffered(deps, [INFERENCE]);
  const job: NewJob = {
    accountId,
    kind: INFERENCE,
    request,
    needs: [],
    inputs: [],
    charges: [charge],
    refusal: offered ? undefined : NOBODY_INFERS,
    requestId,
    webhookUrl,
  };
  const most = mostTokens(sizeOfText(prompt), MAX_ANSWER_TOKENS);
  return deps.db.transaction().execute(async (tx) => {
    // A worker's model does not report what it used, so the day keeps the most that it may have.
    if (offered) await takeOfDay({ db: tx, clock: deps.clock }, caller, most);
    const created = await createJob(deps, tx, job);
    const answer = queuedAnswer({ ...created, kind: INFERENCE });
    await keeper?.keep(tx, answer);
    return answer;
  });
}

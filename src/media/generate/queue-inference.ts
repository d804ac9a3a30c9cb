import type { Answer, Caller } from '../../http/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { createJob, type JobDeps, type NewJob } from '../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import { isOffered } from '../../work/workers/index.ts';
import { type Delivery, queuedAnswer } from './answers.ts';
import { quoteInference } from './infer-text.ts';
import { INFERENCE, type InferenceRequest } from './run-inference.ts';
import type { GenerateRequest } from './schemas.ts';

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
  { requestId, receipt }: Delivery,
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
  return deps.db.transaction().execute(async (tx) => {
    const created = await createJob(deps, tx, job);
    const answer = queuedAnswer({ ...created, kind: INFERENCE });
    await receipt?.keep(tx, answer);
    return answer;
  });
}

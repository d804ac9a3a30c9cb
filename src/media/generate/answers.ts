import { type Static, Type } from '@sinclair/typebox';
import type { Answer, AnswerKeeper } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import { pollPath } from '../../work/jobs/index.ts';

/** How an answer reaches the caller, and where it is kept for a repeated call. */
export type RequestContext = {
  requestId: string;
  signal: AbortSignal;
  keeper: AnswerKeeper | null;
  /** Where the request came from. */
  address: string;
};

const Speech = Type.Object({
  audio_url: Type.String({ description: 'Signed URL of the audio, readable without a key for 7 days.' }),
  audio: Type.String({ description: 'The same WAV, base64-encoded.' }),
  duration_seconds: Type.Number(),
  model: Type.String(),
  characters: Type.Integer(),
  history_id: Type.String(),
});
const Inference = Type.Object({
  text: Type.String(),
  model: Type.String(),
  usage: Type.Object({
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
  }),
});

export const DoneSchema = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Union([Speech, Inference]),
    meta: Type.Object({
      executedBy: Type.Union([Type.Literal('local_worker'), Type.Literal('external_api')], {
        description: '`external_api` where the language model runs on another machine.',
      }),
      creditsDeducted: Type.Integer({
        description: 'One per character of the text, and the price of a marketplace voice.',
      }),
      routingCreditsDeducted: Type.Integer(),
    }),
  },
  { title: 'GenerateDone' },
);

export const QueuedSchema = Type.Object(
  {
    success: Type.Literal(true),
    job_id: Type.String(),
    kind: Type.String({
      description: 'What the job makes: `video` or `inference`. Speech alone is POST /api/v1/tts.',
    }),
    status: Type.Literal('PROCESSING'),
    poll: Type.String(),
    meta: Type.Object({
      executedBy: Type.Literal('gpu_cluster'),
      routingCreditsDeducted: Type.Integer(),
      creditsReserved: Type.Integer({
        description: 'Held until the job ends. You pay for what it took; the rest is released.',
      }),
    }),
  },
  { title: 'GenerateQueued' },
);

export function doneAnswer(
  data: Static<typeof Speech> | Static<typeof Inference>,
  executedBy: 'local_worker' | 'external_api',
  creditsDeducted: number,
): Answer {
  const meta = { executedBy, creditsDeducted, routingCreditsDeducted: ROUTING_COSTS[executedBy] };
  const body: Static<typeof DoneSchema> = { success: true, data, meta };
  return { status: 200, body };
}

type QueuedJob = { jobId: string; kind: string; credits: number };

export function queuedAnswer({ jobId, kind, credits }: QueuedJob): Answer {
  const poll = pollPath(jobId);
  const body: Static<typeof QueuedSchema> = {
    success: true,
    job_id: jobId,
    kind,
    status: 'PROCESSING',
    poll,
    meta: {
      executedBy: 'gpu_cluster',
      routingCreditsDeducted: ROUTING_COSTS.gpu_cluster,
      creditsReserved: credits,
    },
  };
  return { status: 202, headers: { location: poll }, body };
}

import { type Static, Type } from '@sinclair/typebox';
import type { Answer } from '../../http/index.ts';
import { ROUTING_COSTS } from '../../money/pricing/index.ts';
import { pollPath } from '../../work/jobs/index.ts';

const Speech = Type.Object({
  audio_url: Type.String({ description: 'The audio in the history, kept for 30 days; needs your key.' }),
  audio: Type.String({ description: 'The same WAV in base64.' }),
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
      executedBy: Type.Literal('local_worker'),
      creditsDeducted: Type.Integer({ description: 'One a character of the text.' }),
      routingCreditsDeducted: Type.Integer(),
    }),
  },
  { title: 'GenerateDone' },
);

export const QueuedSchema = Type.Object(
  {
    success: Type.Literal(true),
    job_id: Type.String(),
    status: Type.Literal('PROCESSING'),
    poll: Type.String(),
    meta: Type.Object({
      executedBy: Type.Literal('gpu_cluster'),
      routingCreditsDeducted: Type.Integer(),
      creditsReserved: Type.Integer({ description: 'Held until the job ends; then it costs what it took.' }),
    }),
  },
  { title: 'GenerateQueued' },
);

export function doneAnswer(data: Static<typeof Speech> | Static<typeof Inference>, credits: number): Answer {
  const routingCreditsDeducted = ROUTING_COSTS.local_worker;
  const meta = { executedBy: 'local_worker' as const, creditsDeducted: credits, routingCreditsDeducted };
  const body: Static<typeof DoneSchema> = { success: true, data, meta };
  return { status: 200, body };
}

export function queuedAnswer({ jobId, credits }: { jobId: string; credits: number }): Answer {
  const poll = pollPath(jobId);
  const body: Static<typeof QueuedSchema> = {
    success: true,
    job_id: jobId,
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

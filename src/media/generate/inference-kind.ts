import { Type } from '@sinclair/typebox';
import { MEGABYTE } from '../../platform/megabyte.ts';
import { failedEvent, type JobKind } from '../../work/jobs/index.ts';
import { defineEvent } from '../../work/webhooks/index.ts';

const COMPLETED = defineEvent('inference.completed', 'An inference job is completed', {
  job_id: Type.String(),
  status: Type.Literal('completed'),
  output_url: Type.String({
    description: 'Signed URL of the JSON result, readable without a key for 7 days.',
  }),
});

/** Twice what a language model may answer: JSON escapes some characters. */
const MAX_ANSWER_BYTES = 2 * MEGABYTE;

/** Costs what was reserved: the characters of the prompt are known beforehand. */
export const INFERENCE_KIND: JobKind = {
  name: 'inference',
  outputs: {
    answer: {
      contentType: 'application/json',
      extension: 'json',
      path: 'output',
      maxBytes: () => MAX_ANSWER_BYTES,
    },
  },
  measured: {},
  resultFields: [],
  completed: {
    event: COMPLETED,
    payload: (job) =>
      COMPLETED.payload({ job_id: job.id, status: 'completed', output_url: job.outputUrl('output') }),
  },
  failed: failedEvent('inference.failed', 'An inference job failed'),
};

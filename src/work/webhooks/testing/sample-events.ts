import { Type } from '@sinclair/typebox';
import { BATCH_COMPLETED, defineEvent, type EventPayload } from '../events.ts';

const COMPLETED = defineEvent('video.completed', 'A video is completed', {
  job_id: Type.String(),
  output_url: Type.String(),
});
const FAILED = defineEvent('video.failed', 'A video failed', {
  job_id: Type.String(),
  error: Type.String(),
});

export function videoCompleted(id: string): EventPayload & { job_id: string } {
  return { ...COMPLETED.payload({ job_id: id, output_url: `https://voice.example.com/${id}` }), job_id: id };
}

export function videoFailed(id: string): EventPayload & { job_id: string } {
  return { ...FAILED.payload({ job_id: id, error: 'No face.' }), job_id: id };
}

export function batchCompleted(id: string): EventPayload & { id: string } {
  const metrics = { totalGenerations: 1, successCount: 1, failedCount: 0, pendingCount: 0 };
  return { ...BATCH_COMPLETED.payload({ id, status: 'COMPLETED', metrics }), id };
}

/** The slices announce events like this: a batch only to the address of its own request. */
export function announcementOf(payload: EventPayload, url: string | null = null) {
  const subjectId = String(payload.job_id ?? payload.id);
  return { subjectId, url, orDefault: payload.event !== BATCH_COMPLETED.name, payload };
}

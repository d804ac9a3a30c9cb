/** What is sent, field for field as the contract lists it. */
export type EventPayload =
  | ReturnType<typeof videoCompleted>
  | ReturnType<typeof videoFailed>
  | ReturnType<typeof batchCompleted>
  | ReturnType<typeof cloneReady>
  | ReturnType<typeof cloneFailed>
  | ReturnType<typeof designReady>
  | ReturnType<typeof designFailed>;

export type EventName = EventPayload['event'];

export const EVENTS: EventName[] = [
  'video.completed',
  'video.failed',
  'batch.completed',
  'clone.ready',
  'clone.failed',
  'design.ready',
  'design.failed',
];

const SUCCESS_TIMEOUT_MS = 30_000;
const FAILURE_TIMEOUT_MS = 15_000;

export function videoCompleted(job: { id: string; outputUrl: string; durationSeconds: number }) {
  return {
    event: 'video.completed',
    job_id: job.id,
    status: 'completed',
    output_url: job.outputUrl,
    duration_seconds: job.durationSeconds,
  } as const;
}

export function videoFailed(job: { id: string; error: string; refundedCents: number }) {
  return {
    event: 'video.failed',
    job_id: job.id,
    status: 'failed',
    error: job.error,
    refunded_cents: job.refundedCents,
  } as const;
}

export function batchCompleted(batch: { id: string; successCount: number; failedCount: number }) {
  const { id, successCount, failedCount } = batch;
  const metrics = {
    totalGenerations: successCount + failedCount,
    successCount,
    failedCount,
    // Every child has ended: that is when the event happens.
    pendingCount: 0,
  };
  return { event: 'batch.completed', id, status: 'COMPLETED', metrics } as const;
}

type Made = { id: string; voiceId: string; name: string; engine: string };
type NotMade = { id: string; voiceId: string; error: string };

export function cloneReady({ id, voiceId, name, engine }: Made) {
  const status = 'ready' as const;
  return { event: 'clone.ready', clone_id: id, voice_id: voiceId, status, name, engine } as const;
}

export function cloneFailed({ id, voiceId, error }: NotMade) {
  return { event: 'clone.failed', clone_id: id, voice_id: voiceId, status: 'failed', error } as const;
}

export function designReady({ id, voiceId, name, engine, prompt }: Made & { prompt: string }) {
  const status = 'ready' as const;
  return { event: 'design.ready', design_id: id, voice_id: voiceId, status, name, engine, prompt } as const;
}

export function designFailed({ id, voiceId, error }: NotMade) {
  return { event: 'design.failed', design_id: id, voice_id: voiceId, status: 'failed', error } as const;
}

export function subjectOf(payload: EventPayload): string {
  if ('job_id' in payload) return payload.job_id;
  if ('clone_id' in payload) return payload.clone_id;
  return 'design_id' in payload ? payload.design_id : payload.id;
}

/** A batch is announced only where its own request named an address. */
export function goesToDefault(event: EventName): boolean {
  return event !== 'batch.completed';
}

export function timeoutMsOf(event: EventName): number {
  return event.endsWith('.failed') ? FAILURE_TIMEOUT_MS : SUCCESS_TIMEOUT_MS;
}

import type { Job } from '@vox-humana/client';
import { useEffect, useState } from 'react';
import { api } from '../api/clients.ts';
import { isPassing, queryClient } from '../api/query-client.ts';
import { refreshUser } from '../api/session.ts';

type Followed = { job: Job | null; error: unknown };
const NOTHING: Followed = { job: null, error: null };
const RECONNECT_MS = 2_000;

/** The job as it is now, by its event stream. A lost connection is an error until the job is heard of again. */
export function useJob(jobId: string): Followed {
  const [followed, setFollowed] = useState(NOTHING);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setFollowed(NOTHING);
    let timer = 0;
    const connect = () =>
      follow(jobId, signal, (job) => setFollowed({ job, error: null })).catch((error: unknown) => {
        if (signal.aborted) return;
        setFollowed((before) => ({ ...before, error }));
        if (isPassing(error)) timer = window.setTimeout(connect, RECONNECT_MS);
      });
    void connect();
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [jobId]);
  return followed;
}

async function follow(jobId: string, signal: AbortSignal, onChange: (job: Job) => void): Promise<void> {
  let wasRunning = false;
  for await (const job of api.jobs.watch(jobId, { signal })) {
    if (signal.aborted) return;
    onChange(job);
    wasRunning ||= isRunning(job);
  }
  // The reserved credits are settled or released by now.
  if (wasRunning) await Promise.all([refreshUser(), queryClient.invalidateQueries({ queryKey: ['jobs'] })]);
}

export function isRunning({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'processing';
}

/** Estimates from the time and the progress so far, and returns null while there is too little of it. */
export function secondsLeft({ status, started_at, progress }: Job, now = Date.now()): number | null {
  if (status !== 'processing' || !started_at || progress < 0.05) return null;
  const elapsed = (now - Date.parse(started_at)) / 1_000;
  return Math.max(1, Math.round((elapsed * (1 - progress)) / progress));
}

import { useQuery } from '@tanstack/react-query';
import type { Job } from '@vox-humana/client';
import { api } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Note } from '../ui/layout.tsx';
import { VideoPlayer } from './video-player.tsx';

/** Shows what a completed job made. */
export function JobResult({ job }: { job: Job }) {
  const { jobs: texts } = useTexts();
  if (!job.output_url) return <Note>{texts.noOutput}</Note>;
  if (job.width) return <JobVideo job={job} src={job.output_url} />;
  if (job.kind === 'inference') return <JobText jobId={job.job_id} />;
  return <JobAudio jobId={job.job_id} />;
}

function JobVideo({ job, src }: { job: Job; src: string }) {
  const { jobs: texts } = useTexts();
  const { data: vtt, error } = useQuery({
    queryKey: ['job-captions', job.job_id],
    queryFn: async () => (await api.jobs.captions(job.job_id)).blob(),
    enabled: job.captions_url !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <VideoPlayer
        src={src}
        poster={job.thumbnail_url}
        captions={vtt ? [{ language: '', label: texts.captions, vtt }] : []}
        name={`${job.job_id}.mp4`}
      />
      <ErrorNote error={error} />
    </>
  );
}

function JobAudio({ jobId }: { jobId: string }) {
  const { data: audio, error } = useJobOutput(jobId);
  if (!audio) return <ErrorNote error={error} />;
  return <AudioPlayer audio={audio} name={`${jobId}.${audio.type.replace('audio/', '')}`} />;
}

function JobText({ jobId }: { jobId: string }) {
  const { data: answer, error } = useJobOutput(jobId);
  const { data: text } = useQuery({
    queryKey: ['job-text', jobId],
    queryFn: async () => (JSON.parse((await answer?.text()) ?? '{}') as { text?: string }).text ?? '',
    enabled: answer !== undefined,
  });
  if (text === undefined) return <ErrorNote error={error} />;
  return (
    <p dir="auto" className="text-sm whitespace-pre-wrap">
      {text}
    </p>
  );
}

function useJobOutput(jobId: string) {
  return useQuery({
    queryKey: ['job-output', jobId],
    queryFn: async () => (await api.jobs.output(jobId)).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

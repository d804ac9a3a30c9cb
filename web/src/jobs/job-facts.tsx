import { Link } from '@tanstack/react-router';
import type { Job } from '@vox-humana/client';
import type { ReactNode } from 'react';
import { ProvenanceFact } from '../provenance/provenance-link.tsx';
import { useFormats, useTexts } from '../texts/index.tsx';
import { JobConsent, useHasConsent } from './job-consent.tsx';
import { kindName } from './job-names.ts';
import { JobStatus } from './job-status.tsx';

/** Shows what is known of a job besides its result. */
export function JobFacts({ job }: { job: Job }) {
  const texts = useTexts();
  const formats = useFormats();
  const { jobs } = texts;
  const hasConsent = useHasConsent(job);
  const took =
    job.started_at && job.finished_at
      ? formats.clock((Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1_000)
      : null;
  const facts: [string, ReactNode][] = [
    [jobs.status, <JobStatus key="status" status={job.status} />],
    [jobs.kind, kindName(texts, job.kind)],
    [jobs.created, formats.time(job.created_at)],
    [jobs.took, took],
    [jobs.credits, formats.number(job.credits)],
    [jobs.model, job.video_model],
    [jobs.dub, job.dub_id && <FactLink to={`/playground/dubbing/${job.dub_id}`} text={jobs.open} />],
    [jobs.batch, job.batch_id && <FactLink to={`/work/batches/${job.batch_id}`} text={jobs.open} />],
    [texts.provenance.link, job.provenance_id && <ProvenanceFact key="provenance" id={job.provenance_id} />],
    [jobs.consent, hasConsent && <JobConsent key="consent" jobId={job.job_id} />],
    [jobs.request, <code key="request">{job.request_id}</code>],
    [jobs.trace, job.trace_id && <code key="trace">{job.trace_id}</code>],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function FactLink({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="text-accent underline">
      {text}
    </Link>
  );
}

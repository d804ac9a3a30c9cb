import { Link } from '@tanstack/react-router';
import type { Job } from '@vox-humana/client';
import { ownAddress } from '../api/own-address.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { ProgressBar } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';
import { kindName, stageName } from './job-names.ts';
import { JobStatus } from './job-status.tsx';

export function JobTable({ label, jobs }: { label: string; jobs: Job[] }) {
  const texts = useTexts();
  const formats = useFormats();
  return (
    <Table
      label={label}
      rows={jobs}
      rowKey={({ job_id }) => job_id}
      columns={[
        {
          header: texts.jobs.kind,
          cell: (job) => (
            <Link
              to={`/work/jobs/${job.job_id}`}
              className="flex items-center gap-3 font-medium hover:underline"
            >
              {job.thumbnail_url && (
                <img
                  src={ownAddress(job.thumbnail_url)}
                  alt=""
                  loading="lazy"
                  className="aspect-video w-16 rounded bg-sunken object-cover"
                />
              )}
              <span>
                {kindName(texts, job.kind)} <span className="sr-only">{job.job_id}</span>
              </span>
            </Link>
          ),
        },
        { header: texts.jobs.status, cell: (job) => <JobStatus status={job.status} /> },
        { header: texts.jobs.progress, cell: (job) => <JobAdvance job={job} /> },
        {
          header: texts.jobs.created,
          cell: ({ created_at }) => (
            <time dateTime={created_at} title={formats.time(created_at)} className="whitespace-nowrap">
              {formats.ago(created_at)}
            </time>
          ),
        },
        { header: texts.jobs.credits, numeric: true, cell: ({ credits }) => formats.number(credits) },
      ]}
    />
  );
}

function JobAdvance({ job }: { job: Job }) {
  const texts = useTexts();
  const formats = useFormats();
  if (job.status === 'processing')
    return (
      <div className="min-w-32 text-xs text-muted">
        {stageName(texts, job.stage)} {formats.percent(job.progress)}
        <ProgressBar value={job.progress} label={texts.jobs.progress} />
      </div>
    );
  if (job.error) return <span className="text-xs text-danger">{job.error}</span>;
  return (
    <span className="text-xs text-muted tabular-nums">
      {job.duration_seconds !== null && formats.clock(job.duration_seconds)}
    </span>
  );
}

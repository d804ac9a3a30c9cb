import { useParams } from '@tanstack/react-router';
import { JobError } from '../../jobs/job-error.tsx';
import { JobFacts } from '../../jobs/job-facts.tsx';
import { kindName } from '../../jobs/job-names.ts';
import { JobState } from '../../jobs/job-view.tsx';
import { useJob } from '../../jobs/use-job.ts';
import { useTexts } from '../../texts/index.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

export default function JobPage() {
  const texts = useTexts();
  const { jobId = '' }: { jobId?: string } = useParams({ strict: false });
  const { job, error } = useJob(jobId);
  return (
    <Page
      title={job ? kindName(texts, job.kind) : texts.jobs.jobTitle}
      lead={<code>{jobId}</code>}
      actions={<LinkButton to="/work/jobs">{texts.jobs.title}</LinkButton>}
    >
      <JobError error={error} />
      {!job && !error && <p role="status">{texts.common.loading}</p>}
      {job && (
        <div className="grid items-start gap-5 lg:grid-cols-[2fr_1fr]">
          <Card title={texts.playground.result}>
            <div aria-live="polite">
              <JobState job={job} />
            </div>
          </Card>
          <Card title={texts.jobs.details}>
            <JobFacts job={job} />
          </Card>
        </div>
      )}
    </Page>
  );
}

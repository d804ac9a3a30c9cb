import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Job } from '@vox-humana/client';
import { ListVideo } from 'lucide-react';
import { api } from '../../api/clients.ts';
import { JobTable } from '../../jobs/job-table.tsx';
import { isRunning } from '../../jobs/use-job.ts';
import { useTexts } from '../../texts/index.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { usePages } from '../../ui/use-pages.ts';

/** A browser keeps six connections to one address, so a list cannot follow each of its jobs by a stream. */
const POLL_MS = 2_000;

type Filter = { status?: Job['status']; kind?: string };

export default function JobsPage() {
  const { jobs: texts } = useTexts();
  const { status, kind }: Filter = useSearch({ strict: false });
  const filter = { ...(status && { status }), ...(kind && { kind }) };
  const pages = usePages(
    ['jobs', filter],
    (cursor) => api.jobs.list({ limit: 25, ...filter, ...(cursor && { cursor }) }),
    { refetchEvery: (jobs) => jobs.some(isRunning) && POLL_MS },
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Filters {...filter} />
      <Card>
        <PagedList
          pages={pages}
          empty={
            <EmptyState
              icon={<ListVideo aria-hidden />}
              title={texts.empty}
              action={
                <LinkButton look="primary" to="/playground/films">
                  {texts.makeFilm}
                </LinkButton>
              }
            >
              {texts.emptyHint}
            </EmptyState>
          }
        >
          {(jobs) => <JobTable label={texts.title} jobs={jobs} />}
        </PagedList>
      </Card>
    </Page>
  );
}

function Filters(filter: Filter) {
  const { jobs: texts } = useTexts();
  const navigate = useNavigate();
  const options = (names: Record<string, string>) => [
    { value: '', label: texts.all },
    ...Object.entries(names).map(([value, label]) => ({ value, label })),
  ];
  const choose = (change: Partial<Record<keyof Filter, string>>) => {
    const chosen = Object.entries({ ...filter, ...change }).filter(([, value]) => value);
    void navigate({ to: '/work/jobs', search: Object.fromEntries(chosen), replace: true });
  };
  return (
    <div className="grid max-w-md grid-cols-2 gap-3">
      <SelectField
        label={texts.status}
        value={filter.status ?? ''}
        onChange={(event) => choose({ status: event.target.value })}
        options={options(texts.statuses)}
      />
      <SelectField
        label={texts.kind}
        value={filter.kind ?? ''}
        onChange={(event) => choose({ kind: event.target.value })}
        options={options(texts.kinds)}
      />
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import { Headset, Mic, Plus } from 'lucide-react';
import { useState } from 'react';
import { NewAgentDialog } from '../../agents/new-agent-dialog.tsx';
import { AGENTS } from '../../agents/use-agents.ts';
import { api } from '../../api/clients.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';

export default function AgentsPage() {
  const { agents: texts } = useTexts();
  const formats = useFormats();
  const [creating, setCreating] = useState(false);
  const create = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} lead={texts.lead} actions={create}>
      <Card>
        <PagedTable
          label={texts.title}
          queryKey={AGENTS}
          fetchPage={async (query) => {
            const { agents, next_cursor } = await api.request('GET /api/v1/agents', { query });
            return { items: agents, nextCursor: next_cursor };
          }}
          rowKey={({ id }) => id}
          columns={[
            {
              header: texts.name,
              cell: ({ id, name }) => (
                <Link
                  to={`/agents/${id}`}
                  className="font-medium text-accent underline-offset-4 hover:underline"
                >
                  {name}
                </Link>
              ),
            },
            {
              header: texts.changed,
              cell: ({ updated_at }) => <time dateTime={updated_at}>{formats.ago(updated_at)}</time>,
            },
            {
              header: texts.pages.talk,
              cell: ({ id, name }) => (
                <LinkButton to={`/agents/${id}/talk`} aria-label={fill(texts.talkTo, { name })}>
                  <Mic aria-hidden className="size-4" />
                  {texts.pages.talk}
                </LinkButton>
              ),
            },
          ]}
          empty={
            <EmptyState icon={<Headset aria-hidden />} title={texts.empty}>
              {texts.emptyHint}
            </EmptyState>
          }
        />
      </Card>
      <NewAgentDialog open={creating} onOpenChange={setCreating} />
    </Page>
  );
}

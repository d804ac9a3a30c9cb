import { Link } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { api } from '../../api/clients.ts';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { Card, EmptyState } from '../../ui/layout.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { ConversationStatus } from './conversation-status.tsx';
import { CONVERSATIONS, type Conversation } from './use-conversation.ts';

/** Conversations, newest first: of one agent, or of all. */
export function ConversationTable({ agentId }: { agentId?: string }) {
  const { conversations: texts } = useTexts();
  const columns = useColumns();
  return (
    <Card>
      <PagedTable
        label={texts.title}
        queryKey={[...CONVERSATIONS, agentId ?? '']}
        fetchPage={async (page) => {
          const query = { ...page, ...(agentId && { agent_id: agentId }) };
          const { conversations, next_cursor } = await api.request('GET /api/v1/conversations', { query });
          return { items: conversations, nextCursor: next_cursor };
        }}
        rowKey={({ id }) => id}
        columns={agentId ? columns.filter(({ header }) => header !== texts.agent) : columns}
        empty={
          <EmptyState icon={<MessagesSquare aria-hidden />} title={texts.empty}>
            {texts.emptyHint}
          </EmptyState>
        }
      />
    </Card>
  );
}

function useColumns(): Column<Conversation>[] {
  const { conversations: texts } = useTexts();
  const formats = useFormats();
  return [
    {
      header: texts.started,
      cell: ({ id, started_at }) => (
        <Link
          to={`/conversations/${id}`}
          className="font-medium text-accent underline-offset-4 hover:underline"
        >
          <time dateTime={started_at}>{formats.time(started_at)}</time> <span className="sr-only">{id}</span>
        </Link>
      ),
    },
    { header: texts.agent, cell: ({ agent_name }) => agent_name },
    { header: texts.status, cell: (conversation) => <ConversationStatus conversation={conversation} /> },
    { header: texts.turns, numeric: true, cell: ({ turn_count }) => formats.number(turn_count) },
    { header: texts.credits, numeric: true, cell: ({ credits }) => formats.number(credits) },
  ];
}

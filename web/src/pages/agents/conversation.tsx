import { useParams } from '@tanstack/react-router';
import { ConversationActions } from '../../agents/conversations/conversation-actions.tsx';
import { ConversationStatus } from '../../agents/conversations/conversation-status.tsx';
import { TurnTimeline } from '../../agents/conversations/turn-timeline.tsx';
import { useConversation, type WholeConversation } from '../../agents/conversations/use-conversation.ts';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { Loading } from '../../ui/loading.tsx';

export default function ConversationPage() {
  const { conversations: texts } = useTexts();
  const { conversationId = '' }: { conversationId?: string } = useParams({ strict: false });
  const { data: conversation, error } = useConversation(conversationId);
  return (
    <Page
      title={texts.conversation}
      lead={<code>{conversationId}</code>}
      actions={conversation && <ConversationActions conversation={conversation} />}
    >
      <ErrorNote error={error} />
      {!conversation && !error && <Loading />}
      {conversation && (
        <>
          <ConversationFacts conversation={conversation} />
          <Card title={texts.timeline}>
            <TurnTimeline conversation={conversation} />
          </Card>
        </>
      )}
    </Page>
  );
}

function ConversationFacts({ conversation }: { conversation: WholeConversation }) {
  const { conversations: texts } = useTexts();
  const formats = useFormats();
  const { agent_name, started_at, ended_at, last_turn_at, turn_count, credits } = conversation;
  const seconds = (Date.parse(ended_at ?? last_turn_at) - Date.parse(started_at)) / 1_000;
  return (
    <Card>
      <Facts
        facts={[
          { name: texts.agent, value: agent_name },
          { name: texts.status, value: <ConversationStatus conversation={conversation} /> },
          { name: texts.started, value: formats.time(started_at) },
          { name: texts.duration, value: formats.clock(seconds) },
          { name: texts.turns, value: formats.number(turn_count) },
          { name: texts.credits, value: formats.number(credits) },
        ]}
      />
    </Card>
  );
}

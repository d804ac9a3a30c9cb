import { ConversationTable } from '../../agents/conversations/conversation-table.tsx';
import { useTexts } from '../../texts/index.tsx';
import { Page } from '../../ui/layout.tsx';

export default function ConversationsPage() {
  const { conversations: texts } = useTexts();
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ConversationTable />
    </Page>
  );
}

import { useTexts } from '../../texts/index.tsx';
import { Badge } from '../../ui/layout.tsx';
import type { Conversation } from './use-conversation.ts';

export function ConversationStatus({ conversation }: { conversation: Conversation }) {
  const { conversations: texts } = useTexts();
  const { status, ended_reason: reason } = conversation;
  if (status === 'active') return <Badge tone="good">{texts.active}</Badge>;
  const tone = reason === 'out_of_credits' ? 'danger' : 'neutral';
  return <Badge tone={tone}>{reason ? texts.reasons[reason] : texts.ended}</Badge>;
}

import { AgentFrame } from '../../agents/agent-frame.tsx';
import { ConversationTable } from '../../agents/conversations/conversation-table.tsx';

export default function AgentConversationsPage() {
  return <AgentFrame>{(agent) => <ConversationTable agentId={agent.id} />}</AgentFrame>;
}

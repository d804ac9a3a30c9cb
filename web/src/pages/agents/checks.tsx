import { AgentFrame } from '../../agents/agent-frame.tsx';
import { ChecksPanel } from '../../agents/checks/checks-panel.tsx';

export default function ChecksPage() {
  return <AgentFrame>{(agent) => <ChecksPanel key={agent.id} agent={agent} />}</AgentFrame>;
}

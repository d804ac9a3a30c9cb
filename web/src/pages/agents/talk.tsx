import { AgentFrame } from '../../agents/agent-frame.tsx';
import { TalkPanel } from '../../agents/live/talk-panel.tsx';

export default function TalkPage() {
  return (
    <AgentFrame>
      {(agent) => <TalkPanel key={agent.id} agentId={agent.id} agentName={agent.name} />}
    </AgentFrame>
  );
}

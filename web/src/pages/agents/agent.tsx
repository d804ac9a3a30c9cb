import { AgentFrame } from '../../agents/agent-frame.tsx';
import { AgentBuilder } from '../../agents/builder/agent-builder.tsx';
import { DeleteAgent } from '../../agents/delete-agent.tsx';

export default function AgentPage() {
  return (
    <AgentFrame actions={(agent) => <DeleteAgent agent={agent} />}>
      {(agent) => <AgentBuilder key={agent.id} agent={agent} />}
    </AgentFrame>
  );
}

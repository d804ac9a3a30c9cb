import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/index.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Loading } from '../ui/loading.tsx';
import type { Agent } from './agent.ts';
import { useAgent } from './use-agents.ts';

type AgentFrameProps = { actions?(agent: Agent): ReactNode; children(agent: Agent): ReactNode };

/** The pages of one agent, with links to each other. */
export function AgentFrame({ actions, children }: AgentFrameProps) {
  const { agents: texts } = useTexts();
  const { agentId = '' }: { agentId?: string } = useParams({ strict: false });
  const { data: agent, error } = useAgent(agentId);
  return (
    <Page
      title={agent?.name ?? texts.agent}
      lead={<code>{agentId}</code>}
      actions={
        <>
          {agent && actions?.(agent)}
          <LinkButton to="/agents">{texts.all}</LinkButton>
        </>
      }
    >
      <AgentPages agentId={agentId} />
      <ErrorNote error={error} />
      {!agent && !error && <Loading />}
      {agent && children(agent)}
    </Page>
  );
}

function AgentPages({ agentId }: { agentId: string }) {
  const { agents: texts } = useTexts();
  const pages = [
    ['', texts.pages.build],
    ['/talk', texts.pages.talk],
    ['/conversations', texts.pages.conversations],
    ['/checks', texts.pages.checks],
  ] as const;
  return (
    <nav aria-label={texts.agent} className="-mb-2 flex gap-1 overflow-x-auto border-b border-line">
      {pages.map(([path, label]) => (
        <Link
          key={path}
          to={`/agents/${agentId}${path}`}
          activeOptions={{ exact: true }}
          className="border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2"
          activeProps={{ className: '!border-accent font-medium !text-ink' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

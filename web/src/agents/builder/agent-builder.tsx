import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { account } from '../../api/clients.ts';
import { useTexts } from '../../texts/index.tsx';
import { useNotify } from '../../ui/toasts.tsx';
import type { Agent, AgentSettings } from '../agent.ts';
import { rememberAgent } from '../use-agents.ts';
import { BasicsSection } from './basics-section.tsx';
import { FaultsProvider } from './faults.tsx';
import { KnowledgeSection } from './knowledge-section.tsx';
import { MindSection } from './mind-section.tsx';
import { SaveBar } from './save-bar.tsx';
import { bodyOf, type Draft, draftOf, isSame } from './settings.ts';
import { ToolsSection } from './tools-section.tsx';
import { TurnTakingSection } from './turn-taking-section.tsx';

const FORM = 'agent-settings';

/** Everything about an agent. Nothing is sent until it is saved, except what it knows. */
export function AgentBuilder({ agent }: { agent: Agent }) {
  const { builder: texts } = useTexts();
  const notify = useNotify();
  const [draft, setDraft] = useState<Draft>(() => draftOf(agent));
  const { id } = agent;
  const save = useMutation({
    mutationFn: () => account.request('PATCH /api/v1/agents/{id}', { path: { id }, json: bodyOf(draft) }),
    onSuccess(saved) {
      rememberAgent(saved);
      setDraft(draftOf(saved));
      notify.done(texts.saved);
    },
  });
  const change = (changed: Partial<AgentSettings>) =>
    setDraft((before) => ({ ...before, settings: { ...before.settings, ...changed } }));
  const { settings, mind } = draft;
  return (
    <FaultsProvider error={save.error}>
      <form
        id={FORM}
        className="flex flex-col gap-6"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <BasicsSection settings={settings} onChange={change} />
        <MindSection
          settings={settings}
          mind={mind}
          onMind={(next) => setDraft((before) => ({ ...before, mind: next }))}
          onChange={change}
        />
        <ToolsSection tools={settings.tools ?? []} onChange={(tools) => change({ tools })} />
        <TurnTakingSection settings={settings} onChange={change} />
      </form>
      <KnowledgeSection agentId={id} isUsed={mind === 'model'} />
      <SaveBar
        form={FORM}
        isChanged={!isSame(draft, draftOf(agent))}
        busy={save.isPending}
        error={save.error}
        onSave={() => save.mutateAsync()}
        onDiscard={() => {
          save.reset();
          setDraft(draftOf(agent));
        }}
      />
    </FaultsProvider>
  );
}

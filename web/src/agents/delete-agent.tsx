import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useNotify } from '../ui/toasts.tsx';
import type { Agent } from './agent.ts';
import { deleteAgent } from './use-agents.ts';

export function DeleteAgent({ agent }: { agent: Agent }) {
  const { agents: texts, common } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    // Unsaved changes go with the agent, so nobody is asked about them.
    mutationFn: async () => {
      await navigate({ to: '/agents', ignoreBlocker: true });
      await deleteAgent(agent.id);
    },
    onSuccess: () => notify.done(texts.deleted),
    onError: notify.failed,
  });
  return (
    <>
      <Button look="danger" busy={remove.isPending} onClick={() => setAsking(true)}>
        {common.delete}
      </Button>
      <ConfirmDialog
        title={fill(texts.deleteTitle, { name: agent.name })}
        description={texts.deleteHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

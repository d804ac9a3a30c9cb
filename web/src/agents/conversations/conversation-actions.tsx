import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/clients.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { saveBlob } from '../../ui/save-blob.ts';
import { useNotify } from '../../ui/toasts.tsx';
import { deleteConversation, endConversation, type WholeConversation } from './use-conversation.ts';

export function ConversationActions({ conversation }: { conversation: WholeConversation }) {
  const { conversations: texts } = useTexts();
  const { id, agent_id: agentId, status } = conversation;
  return (
    <>
      {status === 'active' && <EndButton id={id} />}
      <TextButton id={id} />
      <DownloadButton
        text={JSON.stringify(conversation, null, 2)}
        type="application/json"
        name={`${id}.json`}
        label="JSON"
      />
      <DeleteButton id={id} agentId={agentId} />
      <LinkButton to={agentId ? `/agents/${agentId}/conversations` : '/conversations'}>
        {texts.all}
      </LinkButton>
    </>
  );
}

function EndButton({ id }: { id: string }) {
  const { conversations: texts } = useTexts();
  const notify = useNotify();
  const end = useMutation({ mutationFn: () => endConversation(id), onError: notify.failed });
  return (
    <Button busy={end.isPending} onClick={() => end.mutate()}>
      {texts.end}
    </Button>
  );
}

function TextButton({ id }: { id: string }) {
  const { player } = useTexts();
  const notify = useNotify();
  const save = useMutation({
    mutationFn: async () => {
      const text = await api.request('GET /api/v1/conversations/{id}/transcript.txt', { path: { id } });
      saveBlob(await text.blob(), `${id}.txt`);
    },
    onError: notify.failed,
  });
  return (
    <Button
      icon={<Download aria-hidden className="size-4" />}
      aria-label={fill(player.downloadNamed, { name: `${id}.txt` })}
      busy={save.isPending}
      onClick={() => save.mutate()}
    >
      TXT
    </Button>
  );
}

function DeleteButton({ id, agentId }: { id: string; agentId: string | null }) {
  const { conversations: texts, common } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: async () => {
      await navigate({ to: agentId ? `/agents/${agentId}/conversations` : '/conversations' });
      await deleteConversation(id);
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
        title={texts.deleteTitle}
        description={texts.deleteHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}

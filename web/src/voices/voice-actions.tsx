import { useMutation } from '@tanstack/react-query';
import { Blend, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { deleteVoice, type OwnVoice, refreshVoices } from './own-voices.ts';
import { RemixDialog } from './remix-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { UseInSpeech } from './use-in-speech.tsx';

/** Offers what can be done with a voice of one's own. */
export function VoiceActions({ voice, children }: { voice: OwnVoice; children?: ReactNode }) {
  const { ownVoices: texts } = useTexts();
  const notify = useNotify();
  const [dialog, setDialog] = useState<'rename' | 'remix' | 'delete' | null>(null);
  const remove = useMutation({
    mutationFn: () => deleteVoice(voice),
    onSuccess: async () => {
      await refreshVoices();
      notify.done(fill(texts.deleted, { name: voice.name }));
    },
    onError: notify.failed,
  });
  const dialogProps = (name: typeof dialog) => ({
    open: dialog === name,
    onOpenChange: (open: boolean) => setDialog(open ? name : null),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {voice.status === 'ready' && (
        <>
          <UseInSpeech voiceId={voice.id} />
          {children}
          <Button icon={<Blend aria-hidden className="size-4" />} onClick={() => setDialog('remix')}>
            {texts.remix}
          </Button>
        </>
      )}
      <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setDialog('rename')}>
        {texts.rename}
      </Button>
      <Button
        look="danger"
        icon={<Trash2 aria-hidden className="size-4" />}
        busy={remove.isPending}
        onClick={() => setDialog('delete')}
      >
        {texts.delete}
      </Button>
      {dialog === 'rename' && <RenameDialog voice={voice} {...dialogProps('rename')} />}
      {dialog === 'remix' && <RemixDialog voice={voice} {...dialogProps('remix')} />}
      <ConfirmDialog
        title={fill(texts.deleteTitle, { name: voice.name })}
        description={texts.deleteHint}
        action={texts.delete}
        {...dialogProps('delete')}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}

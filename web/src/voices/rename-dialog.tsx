import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { type OwnVoice, refreshVoices, renameVoice } from './own-voices.ts';

type VoiceDialogProps = { voice: OwnVoice; open: boolean; onOpenChange(open: boolean): void };

export function RenameDialog({ voice, open, onOpenChange }: VoiceDialogProps) {
  const { common, ownVoices: texts } = useTexts();
  const notify = useNotify();
  const [name, setName] = useState(voice.name);
  const rename = useMutation({
    mutationFn: async () => {
      await renameVoice(voice, name);
    },
    onSuccess: async () => {
      await refreshVoices();
      notify.done(texts.renamed);
      onOpenChange(false);
    },
  });
  return (
    <Dialog title={fill(texts.renameTitle, { name: voice.name })} open={open} onOpenChange={onOpenChange}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <TextField
          label={texts.name}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <ErrorNote error={rename.error} />
        <div>
          <Button type="submit" look="primary" busy={rename.isPending} disabled={!name.trim()}>
            {common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { Dub } from '@vox-humana/client';
import { Merge, Play, Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account, api } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { AudioPlayer } from '../ui/audio-player.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ChangeError } from './change-error.tsx';
import { type DubLine, useDubChange } from './use-dub.ts';

type LineActionsProps = { dub: Dub; line: DubLine; next: DubLine | null; disabled: boolean };

/** Hear a line, split it, merge it with the next one, or delete it. */
export function LineActions({ dub, line, next, disabled }: LineActionsProps) {
  const { dubbing: texts, common } = useTexts();
  const [asking, setAsking] = useState(false);
  const at = { dub: dub.id, line: line.id };
  const hear = useMutation({ mutationFn: async () => (await api.dubs.lineClip(at)).blob() });
  const { version } = dub;
  const edit = useDubChange(dub.id, (what: 'split' | 'merge' | 'delete') => {
    if (what === 'split') return account.dubs.splitLine(at, { version });
    if (what === 'delete') return account.dubs.deleteLine(at);
    return account.dubs.mergeLines(dub.id, { line_ids: [line.id, next?.id ?? ''], version });
  });
  const busy = (what: string) => edit.isPending && edit.variables === what;
  return (
    <>
      <div className="flex flex-wrap gap-1">
        {line.spoken && (
          <Button
            look="quiet"
            icon={<Play aria-hidden className="size-4" />}
            busy={hear.isPending}
            onClick={() => hear.mutate()}
          >
            {texts.hear}
          </Button>
        )}
        <Button
          look="quiet"
          icon={<Scissors aria-hidden className="size-4" />}
          busy={busy('split')}
          disabled={disabled}
          onClick={() => edit.mutate('split')}
        >
          {texts.split}
        </Button>
        {next && (
          <Button
            look="quiet"
            icon={<Merge aria-hidden className="size-4" />}
            busy={busy('merge')}
            disabled={disabled}
            onClick={() => edit.mutate('merge')}
          >
            {texts.merge}
          </Button>
        )}
        <Button
          look="quiet"
          icon={<Trash2 aria-hidden className="size-4" />}
          busy={busy('delete')}
          onClick={() => setAsking(true)}
        >
          {common.delete}
        </Button>
      </div>
      {hear.data && <AudioPlayer audio={hear.data} name={`${line.id}.wav`} autoPlay />}
      <ChangeError error={edit.error ?? hear.error} />
      <ConfirmDialog
        title={texts.deleteLineTitle}
        description={texts.deleteLineHint}
        action={common.delete}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => edit.mutate('delete')}
      />
    </>
  );
}

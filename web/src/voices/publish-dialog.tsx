import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { VoiceClone } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { CheckboxField, TextArea, TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { refreshVoices } from './own-voices.ts';

type PublishDialogProps = { clone: VoiceClone; onOpenChange(open: boolean): void };

/** Offers a clone in the marketplace, or changes its offer. */
export function PublishDialog({ clone, onOpenChange }: PublishDialogProps) {
  const { publish: texts } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [agreed, setAgreed] = useState(false);
  const [draft, change] = useDraft(`vox.draft.publish.${clone.id}`, {
    title: clone.name,
    description: '',
    tags: '',
    price: '0',
  });
  const publish = useMutation({
    mutationFn: () =>
      account.voices.clones.publish(clone.id, {
        title: draft.title,
        description: draft.description,
        tags: tagsIn(draft.tags),
        price_credits: Number(draft.price),
        consent: agreed,
      }),
    onSuccess: async ({ listing }) => {
      await Promise.all([refreshVoices(), queryClient.invalidateQueries({ queryKey: ['listings'] })]);
      notify.done(listing.status === 'published' ? texts.done : texts.waits);
      await navigate({ to: `/marketplace/${listing.id}` });
    },
  });
  return (
    <Dialog
      title={fill(texts.title, { name: clone.name })}
      description={texts.lead}
      open
      onOpenChange={onOpenChange}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          publish.mutate();
        }}
      >
        <TextField
          label={texts.listingTitle}
          required
          maxLength={120}
          value={draft.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        <TextArea
          label={texts.description}
          rows={3}
          maxLength={4_000}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <TextField
          label={texts.tags}
          hint={texts.tagsHint}
          value={draft.tags}
          onChange={(event) => change({ tags: event.target.value })}
        />
        <TextField
          label={texts.price}
          hint={texts.priceHint}
          type="number"
          required
          min={0}
          max={1_000_000}
          step={1}
          value={draft.price}
          onChange={(event) => change({ price: event.target.value })}
        />
        <CheckboxField
          label={texts.agree}
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <ErrorNote error={publish.error} />
        <div>
          <Button type="submit" look="primary" busy={publish.isPending} disabled={!agreed}>
            {texts.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}

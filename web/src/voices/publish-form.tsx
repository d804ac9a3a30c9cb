import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Listing } from '@vox-humana/client';
import { type ChangeEvent, useState } from 'react';
import { account } from '../api/clients.ts';
import { queryClient } from '../api/query-client.ts';
import { useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { forgetDraft, useDraft } from '../ui/use-draft.ts';
import { refreshVoices } from './own-voices.ts';

const VISIBILITIES = ['public', 'unlisted', 'invited'] as const;

type PublishFormProps = {
  clone: { id: string; name: string };
  /** Its present offer, which is replaced as a whole. */
  listing: Listing | null;
};

export function PublishForm({ clone, listing }: PublishFormProps) {
  const { publish: texts } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [agreed, setAgreed] = useState(false);
  const key = `vox.draft.publish.${clone.id}`;
  const [draft, change] = useDraft(key, {
    title: listing?.title ?? clone.name,
    description: listing?.description ?? '',
    tags: listing?.tags.join(', ') ?? '',
    price: String(listing?.priceCredits ?? 0),
    visibility: listing?.visibility ?? ('public' as const),
    invited: listing?.invite_emails?.join('\n') ?? '',
    licence: listing?.licence ?? 'standard',
  });
  const publish = useMutation({
    mutationFn: () =>
      account.voices.clones.publish(clone.id, {
        title: draft.title,
        description: draft.description,
        tags: draft.tags
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
        price_credits: Number(draft.price),
        visibility: draft.visibility,
        licence: draft.licence,
        invite_emails: draft.visibility === 'invited' ? emailsIn(draft.invited) : [],
        consent: agreed,
      }),
    onSuccess: async ({ listing: offered }) => {
      await Promise.all([refreshVoices(), queryClient.invalidateQueries({ queryKey: ['listings'] })]);
      notify.done(offered.status === 'published' ? texts.done[offered.visibility] : texts.waits);
      await navigate({ to: `/marketplace/${offered.id}` });
      forgetDraft(key);
    },
  });
  const bind = (name: Exclude<keyof typeof draft, 'visibility'>) => ({
    value: draft[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: event.target.value }),
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate();
      }}
    >
      <TextField label={texts.listingTitle} required maxLength={120} {...bind('title')} />
      <TextArea label={texts.description} rows={3} maxLength={4_000} {...bind('description')} />
      <TextField label={texts.tags} hint={texts.tagsHint} {...bind('tags')} />
      <TextField
        label={texts.price}
        hint={texts.priceHint}
        type="number"
        required
        min={0}
        max={1_000_000}
        step={1}
        {...bind('price')}
      />
      <SelectField
        label={texts.visibility}
        hint={texts.visibilityHints[draft.visibility]}
        value={draft.visibility}
        onChange={(event) => change({ visibility: event.target.value as Listing['visibility'] })}
        options={VISIBILITIES.map((value) => ({ value, label: texts.visibilities[value] }))}
      />
      {draft.visibility === 'invited' && (
        <TextArea label={texts.invited} hint={texts.invitedHint} rows={3} required {...bind('invited')} />
      )}
      <TextField
        label={texts.licence}
        hint={texts.licenceHint}
        required
        maxLength={80}
        {...bind('licence')}
      />
      <CheckboxField
        label={texts.agree}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
      />
      <ErrorNote error={publish.error} />
      <div>
        <Button type="submit" look="primary" busy={publish.isPending} disabled={!agreed}>
          {listing ? texts.submitChange : texts.submit}
        </Button>
      </div>
    </form>
  );
}

/** One for each line, or with commas between them. */
function emailsIn(text: string): string[] {
  return text.split(/[\s,;]+/u).filter(Boolean);
}

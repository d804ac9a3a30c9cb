import { useMutation, useQuery } from '@tanstack/react-query';
import type { VoiceClone } from '@vox-humana/client';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { AudioInput } from './audio-input.tsx';
import { refreshVoices } from './own-voices.ts';

/** The sentence that the service names is at most this long when it is read slowly. */
const MAX_SECONDS = 30;

type SpokenConsentProps = { clone: VoiceClone; onOpenChange(open: boolean): void };

/** The owner of the voice reads a sentence aloud. Each recording needs a sentence of its own. */
export function SpokenConsentDialog({ clone, onOpenChange }: SpokenConsentProps) {
  const { spokenConsent: texts, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [files, setFiles] = useState<File[]>([]);
  const challenge = useQuery({
    queryKey: ['consent-challenge', clone.id],
    queryFn: () => account.voices.consents.challenge(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const another = async () => {
    setFiles([]);
    await challenge.refetch();
  };
  const prove = useMutation({
    mutationFn: async () => {
      const [recording] = files;
      if (!recording || !challenge.data) return;
      const { challenge_id } = challenge.data;
      await account.voices.clones.addConsent(clone.id, { challenge_id, recording });
    },
    onSuccess: async () => {
      await refreshVoices();
      notify.done(texts.proven);
      onOpenChange(false);
    },
    // Right or wrong, a sentence is spent with its recording.
    onError: another,
  });
  return (
    <Dialog
      title={fill(texts.title, { name: clone.name })}
      description={texts.lead}
      open
      onOpenChange={onOpenChange}
    >
      <ErrorNote error={challenge.error} />
      {challenge.data ? (
        <figure className="rounded-lg bg-sunken p-3">
          <figcaption className="text-xs text-muted">{texts.sentence}</figcaption>
          <blockquote lang="en" dir="ltr" className="mt-1 font-medium">
            {challenge.data.sentence}
          </blockquote>
          <p className="mt-1 text-xs text-muted">
            {fill(texts.validUntil, { time: formats.time(challenge.data.expires_at) })}
          </p>
        </figure>
      ) : (
        <p className="text-sm text-muted">{challenge.isPending && common.loading}</p>
      )}
      <AudioInput label={texts.recording} maxSeconds={MAX_SECONDS} files={files} onFiles={setFiles} />
      <ErrorNote error={prove.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          busy={prove.isPending}
          disabled={files.length === 0 || !challenge.data}
          onClick={() => prove.mutate()}
        >
          {texts.submit}
        </Button>
        <Button busy={challenge.isFetching} onClick={another}>
          {texts.another}
        </Button>
      </div>
    </Dialog>
  );
}

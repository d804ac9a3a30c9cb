import { useQuery } from '@tanstack/react-query';
import { account } from '../api/clients.ts';
import { fill, useTexts } from '../texts/index.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Loading } from '../ui/loading.tsx';
import { PublishForm } from './publish-form.tsx';

type PublishDialogProps = { clone: { id: string; name: string }; onOpenChange(open: boolean): void };

/** Offers a clone in the marketplace, or changes its offer. */
export function PublishDialog({ clone, onOpenChange }: PublishDialogProps) {
  const { publish: texts } = useTexts();
  const offered = useQuery({
    queryKey: ['listings', 'of-clone', clone.id],
    queryFn: async () => {
      const query = { clone_id: clone.id };
      const { listings } = await account.request('GET /api/v1/seller/listings', { query });
      return listings[0] ?? null;
    },
    // A later answer must not replace what somebody is typing.
    refetchOnWindowFocus: false,
  });
  return (
    <Dialog
      title={fill(offered.data ? texts.changeTitle : texts.title, { name: clone.name })}
      description={texts.lead}
      open
      onOpenChange={onOpenChange}
    >
      <ErrorNote error={offered.error} />
      {offered.isPending && <Loading />}
      {offered.data !== undefined && <PublishForm clone={clone} listing={offered.data} />}
    </Dialog>
  );
}

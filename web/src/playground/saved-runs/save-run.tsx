import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextField } from '../../ui/fields.tsx';
import { useNotify } from '../../ui/toasts.tsx';
import type { ExampleRequest } from '../request-code.ts';
import { type RunOperation, savedRequestOf } from './run-pages.ts';

type SaveRunProps = {
  request: ExampleRequest;
  /** The saved run that the page was filled with. */
  opened: { id: string; name: string } | null;
};

/** Keeps the request under a name, for everybody who signs in to the account. */
export function SaveRun({ request, opened }: SaveRunProps) {
  const { savedRuns: texts } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Bookmark aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        {texts.save}
      </Button>
      <Dialog title={texts.saveTitle} description={texts.saveHint} open={open} onOpenChange={setOpen}>
        <SaveForm request={request} opened={opened} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SaveForm({ request, opened, onSaved }: SaveRunProps & { onSaved(): void }) {
  const { savedRuns: texts } = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const [name, setName] = useState(opened?.name ?? '');
  const save = useMutation({
    mutationFn: (id: string | null) => {
      const body = { name: name.trim(), request: savedRequestOf(request) };
      if (id) return account.runs.update(id, body);
      const operation = request.operation as RunOperation;
      return account.runs.save({ ...body, operation });
    },
    onSuccess: async (run) => {
      await queryClient.invalidateQueries({ queryKey: ['runs'] });
      await navigate({ to: '.', search: { from: run.id }, replace: true });
      notify.done(texts.saved);
      onSaved();
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(opened?.id ?? null);
      }}
    >
      <TextField
        label={texts.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <ErrorNote error={save.error} />
      <div className="flex flex-wrap justify-end gap-2">
        {opened && (
          <Button busy={save.isPending} disabled={!name.trim()} onClick={() => save.mutate(null)}>
            {texts.saveAsNew}
          </Button>
        )}
        <Button type="submit" look="primary" busy={save.isPending} disabled={!name.trim()}>
          {opened ? texts.saveChanges : texts.save}
        </Button>
      </div>
    </form>
  );
}

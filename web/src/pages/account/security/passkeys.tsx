import { useMutation, useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account } from '../../../api/clients.ts';
import { queryClient } from '../../../api/query-client.ts';
import {
  createPasskey,
  type OwnerProof,
  passkeyError,
  passkeysWork,
  sent,
} from '../../../sign-in/passkeys.ts';
import { fill, useFormats, useTexts } from '../../../texts/index.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Card } from '../../../ui/layout.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { Table } from '../../../ui/table.tsx';
import { useNotify } from '../../../ui/toasts.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { SESSIONS } from './sessions.tsx';

type Passkey = Output<'GET /api/auth/passkeys'>['passkeys'][number];
type Doing = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey };
type Form = { name: string; proof: OwnerProof };

const PASSKEYS = ['passkeys'];

export function Passkeys() {
  const all = useTexts();
  const { passkeys: texts } = all;
  const formats = useFormats();
  const notify = useNotify();
  const [doing, setDoing] = useState<Doing | null>(null);
  const passkeys = useQuery({ queryKey: PASSKEYS, queryFn: () => account.account.passkeys.list() });
  const change = useMutation({
    mutationFn: async ({ name, proof }: Form) => {
      if (doing?.what === 'add') await createPasskey(name, proof);
      if (doing?.what === 'rename') await account.account.passkeys.rename(doing.passkey.id, name);
      if (doing?.what === 'remove') await account.account.passkeys.remove(doing.passkey.id, sent(proof));
    },
    onSuccess: async () => {
      if (doing) notify.done(texts.done[doing.what]);
      setDoing(null);
      await queryClient.invalidateQueries({ queryKey: PASSKEYS });
      await queryClient.invalidateQueries({ queryKey: SESSIONS });
    },
  });
  const begin = (next: Doing) => {
    change.reset();
    setDoing(next);
  };
  const rows = passkeys.data?.passkeys ?? [];
  return (
    <Card
      title={texts.title}
      actions={passkeysWork() && <Button onClick={() => begin({ what: 'add' })}>{texts.add}</Button>}
    >
      <p className="mb-4 text-sm text-muted">{passkeysWork() ? texts.hint : texts.unsupported}</p>
      <ErrorNote error={passkeys.error} />
      {passkeys.isPending && <Loading />}
      {rows.length > 0 && (
        <Table
          label={texts.title}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { header: texts.name, cell: ({ name }) => name },
            { header: texts.added, cell: (passkey) => formats.date(passkey.created_at) },
            {
              header: texts.lastUsed,
              cell: ({ last_used_at }) => (last_used_at ? formats.ago(last_used_at) : texts.never),
            },
            {
              header: texts.actions,
              numeric: true,
              cell: (passkey) => (
                <span className="inline-flex">
                  <IconButton
                    label={fill(texts.renameNamed, { name: passkey.name })}
                    onClick={() => begin({ what: 'rename', passkey })}
                  >
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    label={fill(texts.removeNamed, { name: passkey.name })}
                    onClick={() => begin({ what: 'remove', passkey })}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </span>
              ),
            },
          ]}
        />
      )}
      <Dialog
        title={doing ? texts[doing.what] : ''}
        description={doing ? texts.explained[doing.what] : ''}
        open={doing !== null}
        onOpenChange={() => setDoing(null)}
      >
        {doing && (
          <PasskeyForm
            action={texts[doing.what]}
            name={doing.what === 'add' ? '' : doing.passkey.name}
            asks={{ name: doing.what !== 'remove', proof: doing.what !== 'rename' }}
            busy={change.isPending}
            error={passkeyError(change.error, all)}
            onSubmit={change.mutate}
          />
        )}
      </Dialog>
    </Card>
  );
}

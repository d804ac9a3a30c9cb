import { useMutation, useQuery } from '@tanstack/react-query';
import type { Json, Output } from '@vox-humana/client';
import { type FormEvent, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge, Card } from '../ui/layout.tsx';
import { SecretNote } from '../ui/secret-note.tsx';
import { Table } from '../ui/table.tsx';
import { admin } from './client.ts';

type Secret = Output<'GET /api/admin/worker-secrets'>['worker_secrets'][number];
type Kind = NonNullable<Json<'POST /api/admin/worker-secrets'>['kinds']>[number];
const SECRETS = ['admin', 'worker-secrets'];
const readAgain = () => queryClient.invalidateQueries({ queryKey: SECRETS });

/** A secret for each machine that works, with the kinds of jobs that it may take. */
export function WorkerSecrets() {
  const { adminWorkers: texts } = useTexts();
  const formats = useFormats();
  const [revoking, setRevoking] = useState<Secret | null>(null);
  const secrets = useQuery({
    queryKey: SECRETS,
    queryFn: () => admin.request('GET /api/admin/worker-secrets'),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Secret) => admin.request('DELETE /api/admin/worker-secrets/{id}', { path: { id } }),
    onSuccess: readAgain,
  });
  return (
    <Card title={texts.secrets}>
      <p className="mb-3">{texts.secretsHint}</p>
      <ErrorNote error={secrets.error ?? revoke.error} />
      <NewSecret />
      {secrets.data && secrets.data.worker_secrets.length > 0 && (
        <Table
          label={texts.secrets}
          rows={secrets.data.worker_secrets}
          rowKey={({ id }) => id}
          columns={[
            { header: texts.name, cell: ({ name, last_four }) => `${name} (…${last_four})` },
            { header: texts.kinds, cell: ({ kinds }) => kinds?.join(', ') ?? texts.everyKind },
            {
              header: texts.lastSeen,
              cell: ({ last_used_at }) => (last_used_at ? formats.ago(last_used_at) : ''),
            },
            {
              header: texts.revoke,
              numeric: true,
              cell: (secret) =>
                secret.revoked_at ? (
                  <Badge tone="danger">{texts.revoked}</Badge>
                ) : (
                  <Button look="danger" onClick={() => setRevoking(secret)}>
                    {texts.revoke}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        title={texts.revoke}
        description={texts.revokeHint}
        action={texts.revoke}
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      />
    </Card>
  );
}

function NewSecret() {
  const { adminWorkers: texts } = useTexts();
  const [name, setName] = useState('');
  const [kinds, setKinds] = useState('');
  const create = useMutation({
    mutationFn: () => {
      // An unknown kind is refused with the list of those that there are.
      const named = kinds.split(/[\s,]+/).filter((kind) => kind !== '') as Kind[];
      const body = { name, ...(named.length > 0 && { kinds: named }) };
      return admin.request('POST /api/admin/worker-secrets', { json: body });
    },
    onSuccess: readAgain,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form onSubmit={submit} className="mb-4 grid items-end gap-3 sm:grid-cols-3">
      <TextField
        label={texts.machine}
        required
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={texts.kinds}
        hint={texts.kindsHint}
        value={kinds}
        onChange={({ target }) => setKinds(target.value)}
      />
      <Button type="submit" disabled={create.isPending}>
        {texts.addSecret}
      </Button>
      <ErrorNote error={create.error} />
      {create.data && <SecretNote secret={create.data.secret} hint={texts.secretOnce} />}
    </form>
  );
}

import { useMutation } from '@tanstack/react-query';
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { queryClient } from '../../api/query-client.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { Badge, Card, EmptyState, Page } from '../../ui/layout.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SecretNote } from '../../ui/secret-note.tsx';
import type { Column } from '../../ui/table.tsx';
import { useNotify } from '../../ui/toasts.tsx';
import { type ApiKey, formOf, type KeyChange, KeyForm, NEW_KEY } from './keys/key-form.tsx';

const KEYS = ['keys'];

export default function KeysPage() {
  const { keys: texts } = useTexts();
  const notify = useNotify();
  const [editing, setEditing] = useState<ApiKey | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEYS });
  const create = useMutation({
    mutationFn: (json: KeyChange) => account.account.keys.create(json),
    onSuccess: async ({ api_key }) => {
      setEditing(null);
      setSecret(api_key);
      await refresh();
    },
  });
  const change = useMutation({
    mutationFn: ({ id, json }: { id: string; json: KeyChange }) => account.account.keys.update(id, json),
    onSuccess: async () => {
      setEditing(null);
      notify.done(texts.changed);
      await refresh();
    },
  });
  const revoke = useMutation({
    mutationFn: ({ id }: ApiKey) => account.account.keys.revoke(id),
    onSuccess: async () => {
      notify.done(texts.revokedNow);
      await refresh();
    },
    onError: notify.failed,
  });
  const add = () => {
    create.reset();
    setEditing('new');
  };
  const addButton = (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onClick={add}>
      {texts.create}
    </Button>
  );

  return (
    <Page title={texts.title} lead={texts.lead} actions={addButton}>
      <Card>
        <PagedTable
          label={texts.title}
          queryKey={KEYS}
          fetchPage={(page) => account.account.keys.list(page)}
          columns={useColumns({
            onEdit: (key) => {
              change.reset();
              setEditing(key);
            },
            onRevoke: setRevoking,
          })}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<KeyRound aria-hidden />} title={texts.empty} action={addButton}>
              {texts.emptyHint}
            </EmptyState>
          }
        />
      </Card>
      <Dialog
        title={editing === 'new' ? texts.create : texts.edit}
        open={editing !== null}
        onOpenChange={() => setEditing(null)}
      >
        {editing === 'new' && (
          <KeyForm
            initial={NEW_KEY}
            action={texts.create}
            busy={create.isPending}
            error={create.error}
            onSubmit={(json) => create.mutate(json)}
          />
        )}
        {editing !== null && editing !== 'new' && (
          <KeyForm
            initial={formOf(editing)}
            action={texts.saveChanges}
            busy={change.isPending}
            error={change.error}
            onSubmit={(json) => change.mutate({ id: editing.id, json })}
          />
        )}
      </Dialog>
      <Dialog title={texts.created} open={secret !== null} onOpenChange={() => setSecret(null)}>
        {secret && <SecretNote secret={secret} hint={texts.shownOnce} />}
        <Button onClick={() => setSecret(null)}>{texts.done}</Button>
      </Dialog>
      <ConfirmDialog
        title={fill(texts.revokeTitle, { name: revoking?.name ?? '' })}
        description={texts.revokeHint}
        action={texts.revoke}
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        onConfirm={() => revoking && revoke.mutate(revoking)}
      />
    </Page>
  );
}

type Actions = { onEdit(key: ApiKey): void; onRevoke(key: ApiKey): void };

function useColumns({ onEdit, onRevoke }: Actions): Column<ApiKey>[] {
  const { keys: texts } = useTexts();
  const formats = useFormats();
  return [
    { header: texts.name, cell: (key) => <span className="font-medium">{key.name}</span> },
    {
      header: texts.key,
      cell: (key) => (
        <code dir="ltr" className="font-mono text-xs whitespace-nowrap">
          {key.prefix}…{key.last_four}
        </code>
      ),
    },
    { header: texts.limits, cell: (key) => <Limits apiKey={key} /> },
    {
      header: texts.lastUsed,
      cell: (key) => (key.last_used_at ? formats.ago(key.last_used_at) : texts.never),
    },
    { header: texts.createdAt, cell: (key) => formats.date(key.created_at) },
    {
      header: texts.actions,
      numeric: true,
      cell: (key) =>
        key.revoked ? (
          <Badge tone="danger">{texts.revoked}</Badge>
        ) : (
          <span className="inline-flex">
            <IconButton label={fill(texts.editNamed, { name: key.name })} onClick={() => onEdit(key)}>
              <Pencil aria-hidden />
            </IconButton>
            <IconButton label={fill(texts.revokeTitle, { name: key.name })} onClick={() => onRevoke(key)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        ),
    },
  ];
}

function Limits({ apiKey }: { apiKey: ApiKey }) {
  const { keys: texts } = useTexts();
  const formats = useFormats();
  const { permissions, allowed_addresses, monthly_credit_limit } = apiKey;
  return (
    <span className="flex flex-wrap gap-1">
      {permissions && <Badge>{fill(texts.permissionCount, { count: permissions.length })}</Badge>}
      {monthly_credit_limit !== null && (
        <Badge>{fill(texts.creditsAMonth, { credits: formats.number(monthly_credit_limit) })}</Badge>
      )}
      {allowed_addresses && <Badge>{fill(texts.addressCount, { count: allowed_addresses.length })}</Badge>}
      {!permissions && monthly_credit_limit === null && !allowed_addresses && (
        <span className="text-muted">{texts.noLimits}</span>
      )}
    </span>
  );
}

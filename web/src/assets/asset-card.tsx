import { useMutation } from '@tanstack/react-query';
import type { Asset } from '@vox-humana/client';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { ownAddress } from '../api/own-address.ts';
import { queryClient } from '../api/query-client.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { AssetPreview } from './asset-preview.tsx';
import { refreshAssets } from './use-assets.ts';

export function AssetCard({ asset }: { asset: Asset }) {
  const { assets: texts, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { id, name, bytes, duration_seconds, width, height } = asset;
  const remove = useMutation({
    mutationFn: () => account.assets.delete(id),
    onSuccess: refreshAssets,
    onError: notify.failed,
  });
  const size = width && height ? `${width} × ${height}` : null;
  const length = duration_seconds === undefined ? null : formats.clock(duration_seconds);
  return (
    <div className="flex flex-col gap-2 rounded-xl border border-line bg-surface p-3">
      <a
        href={ownAddress(asset.file_url)}
        target="_blank"
        rel="noreferrer"
        aria-label={fill(texts.openNamed, { name })}
      >
        <AssetPreview asset={asset} />
      </a>
      <div className="flex items-center gap-1">
        <div className="min-w-0 grow">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="truncate text-xs text-muted">
            {[length, size, formats.bytes(bytes)].filter(Boolean).join(', ')}
          </p>
        </div>
        <IconButton label={fill(texts.renameNamed, { name })} onClick={() => setOpen('rename')}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={fill(texts.deleteNamed, { name })} onClick={() => setOpen('delete')}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <Dialog
        title={texts.rename}
        open={open === 'rename'}
        onOpenChange={(opened) => setOpen(opened ? 'rename' : null)}
      >
        <RenameForm asset={asset} onDone={() => setOpen(null)} />
      </Dialog>
      <ConfirmDialog
        title={fill(texts.deleteTitle, { name })}
        description={texts.deleteHint}
        action={common.delete}
        open={open === 'delete'}
        onOpenChange={(opened) => setOpen(opened ? 'delete' : null)}
        onConfirm={() => remove.mutate()}
      />
    </div>
  );
}

function RenameForm({ asset, onDone }: { asset: Asset; onDone(): void }) {
  const { assets: texts, common } = useTexts();
  const [name, setName] = useState(asset.name);
  const rename = useMutation({
    mutationFn: () => account.assets.update(asset.id, { name }),
    onSuccess: (renamed) => {
      queryClient.setQueryData(['asset', asset.id], renamed);
      void refreshAssets();
      onDone();
    },
  });
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <TextField label={texts.name} required value={name} onChange={({ target }) => setName(target.value)} />
      <ErrorNote error={rename.error} />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={rename.isPending} disabled={!name.trim()}>
          {common.save}
        </Button>
      </div>
    </form>
  );
}

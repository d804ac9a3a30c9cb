import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { ProgressBar } from '../ui/layout.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { AssetPreview } from './asset-preview.tsx';
import { type AssetKind, assetQuery, useAssets, useUpload } from './use-assets.ts';

type AssetPickerProps = { label: string; kind: AssetKind; value: string; onChange(assetId: string): void };

/** A file of the account: uploaded now, or chosen among those that are there. `value` is empty for none. */
export function AssetPicker({ label, kind, value, onChange }: AssetPickerProps) {
  const { assets: texts } = useTexts();
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const { data: asset, error } = useQuery(assetQuery(value));
  const upload = useUpload(({ id }) => onChange(id));
  return (
    <div className="flex flex-col gap-2">
      {value && asset && (
        <div className="flex items-center gap-3 rounded-xl border border-line p-2">
          <div className="w-28 shrink-0">
            <AssetPreview asset={asset} />
          </div>
          <p className="min-w-0 text-sm">
            <span className="block truncate font-medium">{asset.name}</span>
            <span className="text-xs text-muted">
              {formats.bytes(asset.bytes)}
              {asset.duration_seconds !== undefined && `, ${formats.clock(asset.duration_seconds)}`}
            </span>
          </p>
        </div>
      )}
      <FileDrop label={label} accept={`${kind}/*`} files={[]} onFiles={upload.start} />
      {upload.sent && (
        <div role="status" className="text-xs text-muted">
          {fill(texts.uploading, { name: upload.sent.name })}
          <ProgressBar value={upload.sent.share} label={fill(texts.uploading, { name: upload.sent.name })} />
        </div>
      )}
      <ErrorNote error={upload.error ?? error} />
      <div>
        <Button onClick={() => setOpen(true)}>{texts.chooseExisting}</Button>
      </div>
      <Dialog title={label} open={open} onOpenChange={setOpen}>
        <AssetChoice
          kind={kind}
          onChoose={(id) => {
            onChange(id);
            setOpen(false);
          }}
        />
      </Dialog>
    </div>
  );
}

function AssetChoice({ kind, onChoose }: { kind: AssetKind; onChoose(assetId: string): void }) {
  const { assets: texts } = useTexts();
  return (
    <PagedList pages={useAssets(kind)} empty={<p className="text-sm text-muted">{texts.noneOfKind}</p>}>
      {(assets) => (
        <ul className="grid grid-cols-2 gap-3">
          {assets.map((asset) => (
            <li key={asset.id}>
              <button
                type="button"
                onClick={() => onChoose(asset.id)}
                className="flex w-full flex-col gap-1 rounded-lg p-1 text-start text-sm hover:bg-sunken"
              >
                <AssetPreview asset={asset} />
                <span className="w-full truncate">{asset.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

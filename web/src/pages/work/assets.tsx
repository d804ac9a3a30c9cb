import { useNavigate, useSearch } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { AssetCard } from '../../assets/asset-card.tsx';
import { type AssetKind, useAssets, useUpload } from '../../assets/use-assets.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { EmptyState, Page, ProgressBar } from '../../ui/layout.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useNotify } from '../../ui/toasts.tsx';

export default function AssetsPage() {
  const { assets: texts } = useTexts();
  const navigate = useNavigate();
  const notify = useNotify();
  const { kind }: { kind?: AssetKind } = useSearch({ strict: false });
  const upload = useUpload(({ name }) => notify.done(`${texts.uploaded}: ${name}`));
  const uploading = upload.sent && fill(texts.uploading, { name: upload.sent.name });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <FileDrop
        label={texts.upload}
        accept="image/*,video/*,audio/*"
        multiple
        files={[]}
        onFiles={upload.start}
      />
      {upload.sent && uploading && (
        <div className="flex flex-col gap-1.5 text-sm">
          <p role="status">{uploading}</p>
          <ProgressBar value={upload.sent.share} label={uploading} />
        </div>
      )}
      <ErrorNote error={upload.error} />
      <div className="max-w-48">
        <SelectField
          label={texts.kind}
          value={kind ?? ''}
          onChange={({ target: { value } }) =>
            void navigate({ to: '/work/assets', search: value ? { kind: value } : {}, replace: true })
          }
          options={[
            { value: '', label: texts.all },
            ...Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
          ]}
        />
      </div>
      <PagedList
        pages={useAssets(kind)}
        empty={
          <EmptyState icon={<Images aria-hidden />} title={texts.empty}>
            {texts.emptyHint}
          </EmptyState>
        }
      >
        {(assets) => (
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {assets.map((asset) => (
              <li key={asset.id}>
                <AssetCard asset={asset} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

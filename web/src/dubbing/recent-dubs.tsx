import { Link } from '@tanstack/react-router';
import { Languages } from 'lucide-react';
import { api } from '../api/clients.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Badge, EmptyState } from '../ui/layout.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { usePages } from '../ui/use-pages.ts';
import { useLanguageName } from '../voices/voice-picker.tsx';

/** The dubs of the account, the newest first. */
export function RecentDubs() {
  const { dubbing: texts } = useTexts();
  const formats = useFormats();
  const languageName = useLanguageName();
  const pages = usePages(['dubs'], (cursor) => api.dubs.list({ limit: 8, ...(cursor && { cursor }) }));
  return (
    <PagedList pages={pages} empty={<EmptyState icon={<Languages aria-hidden />} title={texts.empty} />}>
      {(dubs) => (
        <ul className="flex flex-col divide-y divide-line">
          {dubs.map(({ id, name, status, target_language, film, created_at }) => (
            <li key={id}>
              <Link
                to={`/playground/dubbing/${id}`}
                className="flex flex-wrap items-center justify-between gap-2 rounded-lg px-2 py-2.5 text-sm hover:bg-sunken"
              >
                <span className="min-w-0 truncate font-medium">{name || film.filename}</span>
                <span className="flex items-center gap-2 text-xs text-muted">
                  {languageName(target_language)}
                  <span>{formats.ago(created_at)}</span>
                  <Badge tone={status === 'ready' ? 'good' : status === 'failed' ? 'danger' : 'neutral'}>
                    {texts.statuses[status]}
                  </Badge>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}

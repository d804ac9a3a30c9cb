import { History } from 'lucide-react';
import { api } from '../../api/clients.ts';
import { GenerationEntry } from '../../history/generation-entry.tsx';
import { useTexts } from '../../texts/index.tsx';
import { EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { usePages } from '../../ui/use-pages.ts';

export default function HistoryPage() {
  const { history: texts } = useTexts();
  const pages = usePages(['history'], (cursor) =>
    api.generations.history.list({ limit: 20, ...(cursor && { cursor }) }),
  );
  return (
    <Page title={texts.title} lead={texts.lead}>
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            icon={<History aria-hidden />}
            title={texts.empty}
            action={
              <LinkButton look="primary" to="/playground/speech">
                {texts.speak}
              </LinkButton>
            }
          >
            {texts.emptyHint}
          </EmptyState>
        }
      >
        {(generations) => (
          <ul className="flex flex-col gap-3">
            {generations.map((generation) => (
              <li key={generation.id}>
                <GenerationEntry generation={generation} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

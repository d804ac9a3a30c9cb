import { Mic, Plus } from 'lucide-react';
import { useTexts } from '../../texts/index.tsx';
import { EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { CloneCard } from '../../voices/clone-card.tsx';
import { useClones } from '../../voices/own-voices.ts';
import { PaidPlanNote } from '../../voices/paid-plan-note.tsx';

export default function ClonesPage() {
  const { clones: texts } = useTexts();
  const clones = useClones();
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <LinkButton to="/voices/clones/new" look="primary">
          <Plus aria-hidden className="size-4" />
          {texts.create}
        </LinkButton>
      }
    >
      <PaidPlanNote />
      <PagedList
        pages={clones}
        empty={
          <EmptyState icon={<Mic aria-hidden />} title={texts.empty}>
            {texts.emptyHint}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-4 xl:grid-cols-2">
            {items.map((clone) => (
              <li key={clone.id} className="min-w-0">
                <CloneCard clone={clone} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

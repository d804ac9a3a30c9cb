import { Store } from 'lucide-react';
import { useDeferredValue } from 'react';
import { ListingCard } from '../../marketplace/listing-card.tsx';
import { useListings } from '../../marketplace/listings.ts';
import { useTexts } from '../../texts/index.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { EmptyState, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { useDraft } from '../../ui/use-draft.ts';

const SORTS = ['featured', 'popular', 'recent'] as const;
type Sort = (typeof SORTS)[number];

export default function MarketplacePage() {
  const { marketplace: texts } = useTexts();
  const [filters, change] = useDraft('vox.draft.marketplace', {
    query: '',
    tag: '',
    sort: 'featured' as Sort,
  });
  const { query, tag, sort } = useDeferredValue(filters);
  const listings = useListings({
    sort,
    ...(query.trim() ? { query: query.trim() } : {}),
    ...(tag.trim() ? { tag: tag.trim() } : {}),
  });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <search className="grid gap-3 sm:grid-cols-3">
        <TextField
          label={texts.search}
          type="search"
          maxLength={200}
          value={filters.query}
          onChange={(event) => change({ query: event.target.value })}
        />
        <TextField
          label={texts.tag}
          maxLength={40}
          value={filters.tag}
          onChange={(event) => change({ tag: event.target.value })}
        />
        <SelectField
          label={texts.sort}
          value={filters.sort}
          onChange={(event) => change({ sort: event.target.value as Sort })}
          options={SORTS.map((value) => ({ value, label: texts.sorts[value] }))}
        />
      </search>
      <PagedList
        pages={listings}
        empty={
          <EmptyState
            icon={<Store aria-hidden />}
            title={texts.empty}
            action={<LinkButton to="/voices/clones">{texts.toClones}</LinkButton>}
          >
            {texts.emptyHint}
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {items.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </ul>
        )}
      </PagedList>
    </Page>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Listing } from '@vox-humana/client';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Badge, Card, EmptyState, type Tone } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Table } from '../ui/table.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { PublishDialog } from '../voices/publish-dialog.tsx';
import { PricePerUse } from '../voices/voice-facts.tsx';
import { refreshListings, useOwnListings } from './listings.ts';

const TONES: Record<Listing['status'], Tone> = {
  pending_review: 'warning',
  published: 'good',
  rejected: 'danger',
  unlisted: 'neutral',
  taken_down: 'danger',
};

export function OwnListings() {
  const { selling: texts } = useTexts();
  const formats = useFormats();
  const listings = useOwnListings();
  return (
    <Card title={texts.listings}>
      <PagedList
        pages={listings}
        empty={
          <EmptyState
            icon={<Store aria-hidden />}
            title={texts.noListings}
            action={<LinkButton to="/voices/clones">{texts.toClones}</LinkButton>}
          >
            {texts.noListingsHint}
          </EmptyState>
        }
      >
        {(items) => (
          <Table
            label={texts.listings}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              {
                header: texts.listing,
                cell: ({ id, title }) => (
                  <Link to={`/marketplace/${id}`} className="font-medium underline">
                    {title}
                  </Link>
                ),
              },
              {
                header: texts.status,
                cell: ({ status, reason }) => (
                  <span className="flex flex-wrap items-center gap-2">
                    <Badge tone={TONES[status]}>{texts.listingStatuses[status]}</Badge>
                    {reason}
                  </span>
                ),
              },
              { header: texts.price, cell: ({ priceCredits }) => <PricePerUse credits={priceCredits} /> },
              { header: texts.uses, numeric: true, cell: ({ uses }) => formats.number(uses) },
              {
                header: texts.earned,
                numeric: true,
                cell: ({ sellerEarningsCredits = 0 }) => formats.number(sellerEarningsCredits),
              },
              { header: texts.actions, cell: (listing) => <ListingActions listing={listing} /> },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

function ListingActions({ listing }: { listing: Listing }) {
  const { selling: texts } = useTexts();
  const [open, setOpen] = useState(false);
  const { clone_id, status, title } = listing;
  if (!clone_id || status === 'taken_down') return null;
  return (
    <span className="flex flex-wrap gap-2">
      <Button onClick={() => setOpen(true)}>{texts.change}</Button>
      {status !== 'unlisted' && <UnlistButton cloneId={clone_id} title={title} />}
      {open && <PublishDialog clone={{ id: clone_id, name: title }} onOpenChange={setOpen} />}
    </span>
  );
}

function UnlistButton({ cloneId, title }: { cloneId: string; title: string }) {
  const { selling: texts } = useTexts();
  const notify = useNotify();
  const [open, setOpen] = useState(false);
  const unlist = useMutation({
    mutationFn: () => account.voices.clones.unpublish(cloneId),
    onSuccess: async () => {
      await refreshListings();
      notify.done(texts.unlisted);
    },
    onError: notify.failed,
  });
  return (
    <>
      <Button busy={unlist.isPending} onClick={() => setOpen(true)}>
        {texts.unlist}
      </Button>
      <ConfirmDialog
        title={fill(texts.unlistTitle, { title })}
        description={texts.unlistHint}
        action={texts.unlist}
        open={open}
        onOpenChange={setOpen}
        onConfirm={() => unlist.mutate()}
      />
    </>
  );
}

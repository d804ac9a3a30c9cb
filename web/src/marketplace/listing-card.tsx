import { Link } from '@tanstack/react-router';
import type { Listing } from '@vox-humana/client';
import { useTexts } from '../texts/index.tsx';
import { Badge } from '../ui/layout.tsx';
import { PreviewButton } from '../voices/preview-button.tsx';
import { listingPreviewOf } from '../voices/use-voices.ts';
import { PricePerUse, Tags, VoiceLine } from '../voices/voice-facts.tsx';
import { RatingLine } from './rating.tsx';

/** An offer of the marketplace to hear and to open. */
export function ListingCard({ listing }: { listing: Listing }) {
  const { marketplace: texts } = useTexts();
  const { id, title, description, tags, own, licensed } = listing;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-xl border border-line bg-surface p-4">
      <div className="flex items-start gap-2">
        <PreviewButton voiceId={id} name={title} load={() => listingPreviewOf(id)} />
        <div className="min-w-0 grow">
          <h2 dir="auto" className="truncate font-medium">
            <Link to={`/marketplace/${id}`} className="hover:underline">
              {title}
            </Link>
          </h2>
          <VoiceLine language={listing.language} gender={listing.gender} />
        </div>
        {(own || licensed) && <Badge tone="good">{own ? texts.own : texts.licensed}</Badge>}
      </div>
      {description && (
        <p dir="auto" className="line-clamp-2 text-sm text-muted">
          {description}
        </p>
      )}
      <Tags tags={tags} />
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <PricePerUse credits={listing.priceCredits} />
        <RatingLine listing={listing} />
      </div>
    </li>
  );
}

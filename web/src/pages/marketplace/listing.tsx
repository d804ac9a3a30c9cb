import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Listing } from '@vox-humana/client';
import type { ReactNode } from 'react';
import { LicenseButton } from '../../marketplace/license-button.tsx';
import { listingQuery } from '../../marketplace/listings.ts';
import { RatingLine } from '../../marketplace/rating.tsx';
import { ReportButton } from '../../marketplace/report-button.tsx';
import { Reviews } from '../../marketplace/reviews.tsx';
import { useFormats, useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Card, Note, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PreviewButton } from '../../voices/preview-button.tsx';
import { UseInSpeech } from '../../voices/use-in-speech.tsx';
import { listingPreviewOf } from '../../voices/use-voices.ts';
import { PricePerUse, Tags } from '../../voices/voice-facts.tsx';
import { useLanguageName } from '../../voices/voice-picker.tsx';

export default function ListingPage() {
  const { common, listing: texts } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: listing, error, isPending } = useQuery(listingQuery(id));
  return (
    <Page
      title={listing?.title ?? texts.back}
      actions={<LinkButton to="/marketplace">{texts.back}</LinkButton>}
    >
      {isPending && (
        <p role="status" className="text-sm text-muted">
          {common.loading}
        </p>
      )}
      <ErrorNote error={error} />
      {listing && (
        <div className="grid items-start gap-5 xl:grid-cols-2">
          <Offer listing={listing} />
          <div className="flex min-w-0 flex-col gap-5">
            <Reviews listing={listing} />
          </div>
        </div>
      )}
    </Page>
  );
}

function Offer({ listing }: { listing: Listing }) {
  const { listing: texts } = useTexts();
  const formats = useFormats();
  const languageName = useLanguageName();
  const { id, title, description, own, licensed, reason } = listing;
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {reason && <Note tone="danger">{reason}</Note>}
        {description && (
          <p dir="auto" className="break-words whitespace-pre-line">
            {description}
          </p>
        )}
        <Tags tags={listing.tags} />
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Fact name={texts.price}>
            <PricePerUse credits={listing.priceCredits} />
          </Fact>
          <Fact name={texts.uses}>{formats.number(listing.uses)}</Fact>
          <Fact name={texts.rating}>
            <RatingLine listing={listing} />
          </Fact>
          <Fact name={texts.language}>{languageName(listing.language)}</Fact>
          <Fact name={texts.licence}>{listing.licence}</Fact>
          {listing.published_at && <Fact name={texts.published}>{formats.date(listing.published_at)}</Fact>}
        </dl>
        {own && <Note tone="good">{texts.yours}</Note>}
        <div className="flex flex-wrap items-center gap-2">
          <PreviewButton voiceId={id} name={title} load={() => listingPreviewOf(id)} />
          {licensed ? <UseInSpeech voiceId={id} look="primary" /> : <LicenseButton listing={listing} />}
          {own ? (
            <LinkButton to="/voices/clones">{texts.changeIt}</LinkButton>
          ) : (
            <ReportButton listing={listing} />
          )}
        </div>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="text-sm">{children}</dd>
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import type { Listing } from '@vox-humana/client';
import { account } from '../api/clients.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { SelectField, TextArea } from '../ui/fields.tsx';
import { Badge, Card, EmptyState } from '../ui/layout.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { useDraft } from '../ui/use-draft.ts';
import { refreshListings, useReviews } from './listings.ts';
import { Stars } from './rating.tsx';

const RATINGS = ['5', '4', '3', '2', '1'];

export function Reviews({ listing }: { listing: Listing }) {
  const { listing: texts } = useTexts();
  const formats = useFormats();
  const reviews = useReviews(listing.id);
  const mayReview = listing.licensed && !listing.own;
  return (
    <>
      <Card title={texts.reviews}>
        <PagedList pages={reviews} empty={<EmptyState title={texts.noReviews} />}>
          {(items) => (
            <ul className="flex flex-col divide-y divide-line">
              {items.map(({ id, rating, comment, own, updated_at }) => (
                <li key={id} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                  <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
                    <Stars rating={rating} />
                    {formats.date(updated_at)}
                    {own && <Badge tone="good">{texts.yourReview}</Badge>}
                  </div>
                  {comment && (
                    <p dir="auto" className="text-sm break-words whitespace-pre-line">
                      {comment}
                    </p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </Card>
      {mayReview && (
        <ReviewForm listing={listing} hasReviewed={reviews.items?.some(({ own }) => own) ?? false} />
      )}
    </>
  );
}

function ReviewForm({ listing: { id }, hasReviewed }: { listing: Listing; hasReviewed: boolean }) {
  const { listing: texts } = useTexts();
  const notify = useNotify();
  const [{ rating, comment }, change] = useDraft(`vox.draft.review.${id}`, { rating: '5', comment: '' });
  const review = useMutation({
    mutationFn: () =>
      account.voices.community.review(id, {
        rating: Number(rating),
        ...(comment.trim() ? { comment: comment.trim() } : {}),
      }),
    onSuccess: async () => {
      await refreshListings();
      notify.done(texts.reviewed);
    },
  });
  return (
    <Card title={hasReviewed ? texts.changeReview : texts.writeReview}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          review.mutate();
        }}
      >
        <SelectField
          label={texts.stars}
          value={rating}
          onChange={(event) => change({ rating: event.target.value })}
          options={RATINGS.map((value) => ({ value, label: value }))}
        />
        <TextArea
          label={texts.comment}
          hint={texts.reviewHint}
          rows={3}
          maxLength={2_000}
          value={comment}
          onChange={(event) => change({ comment: event.target.value })}
        />
        <ErrorNote error={review.error} />
        <div>
          <Button type="submit" busy={review.isPending}>
            {texts.sendReview}
          </Button>
        </div>
      </form>
    </Card>
  );
}

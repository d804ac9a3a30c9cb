import type { Listing } from '@vox-humana/client';
import { Star } from 'lucide-react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { classes } from '../ui/classes.ts';

const FIVE = [1, 2, 3, 4, 5];

export function RatingLine({ listing }: { listing: Pick<Listing, 'ratingAvg' | 'reviewCount'> }) {
  const { marketplace: texts } = useTexts();
  const formats = useFormats();
  const { ratingAvg, reviewCount } = listing;
  return (
    <span className="text-sm text-muted">
      {ratingAvg === null
        ? texts.noReviews
        : fill(texts.rating, { rating: formats.number(ratingAvg), count: formats.number(reviewCount) })}
    </span>
  );
}

export function Stars({ rating }: { rating: number }) {
  const { listing: texts } = useTexts();
  return (
    <span role="img" aria-label={fill(texts.starsOf, { count: rating })} className="flex">
      {FIVE.map((star) => (
        <Star
          key={star}
          aria-hidden
          className={classes('size-4', star <= rating ? 'fill-current text-accent' : 'text-line')}
        />
      ))}
    </span>
  );
}

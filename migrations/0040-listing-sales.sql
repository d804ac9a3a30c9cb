-- Uses and earnings of a listing by calendar month (UTC), written by the statement that settles a charge: sums over all
-- charges take seconds once there are a million. docs/decisions/0018-marketplace.md
CREATE TABLE listing_sales (
  -- The charge that opened the row. A settlement that finds every row of the month locked opens another, so that none
  -- waits for the buyers of the same voice.
  id uuid PRIMARY KEY,
  listing_id uuid NOT NULL,
  seller_account_id uuid NOT NULL,
  month date NOT NULL,
  uses bigint NOT NULL CHECK (uses > 0),
  earned_credits bigint NOT NULL CHECK (earned_credits >= 0),
  -- The part of earned_credits that came from buyers on the free plan. Admins see it beside a payout.
  free_plan_credits bigint NOT NULL CHECK (free_plan_credits BETWEEN 0 AND earned_credits),
  -- Whether the order of the marketplace knows of the uses.
  ranked boolean NOT NULL DEFAULT false
) WITH (fillfactor = 70);

INSERT INTO listing_sales (id, listing_id, seller_account_id, month, uses, earned_credits, free_plan_credits)
SELECT gen_random_uuid(), listing_id, seller_account_id, date_trunc('month', closed_at AT TIME ZONE 'UTC')::date, count(*),
  sum(seller_credits), COALESCE(sum(seller_credits) FILTER (WHERE plan = 'free'), 0)
FROM charges WHERE status = 'settled' AND listing_id IS NOT NULL AND credits > 0 GROUP BY 2, 3, 4;

CREATE INDEX listing_sales_by_listing ON listing_sales (listing_id, month);
CREATE INDEX listing_sales_by_seller ON listing_sales (seller_account_id);
CREATE INDEX listing_sales_to_rank ON listing_sales (listing_id) WHERE NOT ranked;

-- What is left to ask of charges is whether an account has used a listing.
DROP INDEX charges_by_seller;
DROP INDEX charges_by_listing;
CREATE INDEX charges_by_listing ON charges (listing_id, account_id)
  WHERE status = 'settled' AND listing_id IS NOT NULL AND credits > 0;

ALTER TABLE listings
  -- Kept by a trigger: reviews also go with their licence, their account and the listing.
  ADD COLUMN review_count bigint NOT NULL DEFAULT 0 CHECK (review_count >= 0),
  ADD COLUMN rating_sum bigint NOT NULL DEFAULT 0 CHECK (rating_sum >= 0),
  -- Uses for the order of the marketplace, counted a little later than those that are shown.
  ADD COLUMN ranked_uses bigint NOT NULL DEFAULT 0 CHECK (ranked_uses >= 0),
  -- `en` finds en-us, `zh-hant` finds zh-hant-tw.
  ADD COLUMN language_keys text[] NOT NULL GENERATED ALWAYS AS (ARRAY[lower(language),
    regexp_replace(lower(language), '-[^-]*$', ''), split_part(lower(language), '-', 1)]) STORED;

UPDATE listings l SET review_count = r.reviews, rating_sum = r.ratings
FROM (SELECT listing_id, count(*) AS reviews, sum(rating) AS ratings FROM reviews GROUP BY listing_id) AS r
WHERE r.listing_id = l.id;

-- The mean rating, with a prior of five ratings of 3.5 so that one review cannot rule, times the logarithm of the uses, so
-- that the first hundred matter more than the next.
ALTER TABLE listings ADD COLUMN featured double precision NOT NULL GENERATED ALWAYS AS
  ((5 * 3.5::float8 + rating_sum) / (5 + review_count) * ln(ranked_uses + exp(1::float8))) STORED;

CREATE FUNCTION count_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE listings SET
    review_count = review_count + CASE TG_OP WHEN 'INSERT' THEN 1 WHEN 'DELETE' THEN -1 ELSE 0 END,
    rating_sum = rating_sum + COALESCE(NEW.rating, 0) - COALESCE(OLD.rating, 0)
  WHERE id = COALESCE(NEW.listing_id, OLD.listing_id);
  RETURN NULL;
END $$;

CREATE TRIGGER reviews_counted AFTER INSERT OR DELETE OR UPDATE OF rating ON reviews
  FOR EACH ROW EXECUTE FUNCTION count_reviews();

CREATE INDEX reviews_by_listing ON reviews (listing_id, id DESC);
CREATE INDEX listings_featured ON listings (featured DESC, id DESC) WHERE status = 'published' AND visibility = 'public';
CREATE INDEX listings_popular ON listings (ranked_uses DESC, id DESC) WHERE status = 'published' AND visibility = 'public';
CREATE INDEX listings_recent ON listings (published_at DESC, id DESC) WHERE status = 'published' AND visibility = 'public';
CREATE INDEX listings_public ON listings (id DESC) WHERE status = 'published' AND visibility = 'public';
CREATE INDEX listings_by_tag ON listings USING gin (tags);
CREATE INDEX listings_by_language ON listings USING gin (language_keys);

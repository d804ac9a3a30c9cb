import { rankListings } from '../../src/library/marketplace/index.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';

export type Scale = { listings: number; licensees: number; charges: number };
export type Filled = { hotListing: string; hotClone: string; hotSeller: string; buyer: string };

const LISTINGS_PER_SELLER = 10;
/** One listing has this share of all charges and reviews. */
const HOT_SHARE = 0.3;
const CHARGES_AT_ONCE = 50_000;

/** Ids that are found again by their number. */
const id = (what: string) => sql`md5(${sql.lit(what)} || n)::uuid`;
const WORDS = sql`(ARRAY['warm', 'narrator', 'calm', 'news', 'story', 'deep', 'bright', 'robot', 'radio', 'gentle'])`;
const LANGUAGES = sql`(ARRAY['en-us', 'en-us', 'en-us', 'en-gb', 'es', 'fr-fr', 'hi', 'it', 'pt-br', 'ja'])`;

/** Rows of a marketplace as years of trade leave them, without the postings of the ledger. */
export async function fillMarketplace(db: Db, { listings, licensees, charges }: Scale): Promise<Filled> {
  const sellers = Math.ceil(listings / LISTINGS_PER_SELLER);
  await fillAccounts(db, 'seller', sellers);
  await fillAccounts(db, 'buyer', licensees);
  await fillListings(db, listings, sellers);
  await sql`
    INSERT INTO licences (listing_id, account_id, created_at)
    SELECT md5('listing1')::uuid, ${id('buyer')}, now() FROM generate_series(1, ${licensees}::int) n
    UNION
    SELECT md5('listing' || (2 + n % (${listings}::int - 1)))::uuid, md5('buyer' || (1 + n % ${licensees}::int))::uuid,
      now() FROM generate_series(1, ${2 * licensees}::int) n
  `.execute(db);
  await fillReviews(db);
  for (let from = 1; from <= charges; from += CHARGES_AT_ONCE) {
    const to = Math.min(charges, from + CHARGES_AT_ONCE - 1);
    await fillCharges(db, { from, to }, { listings, licensees, sellers });
  }
  await fillSales(db);
  while ((await rankListings({ db })) > 0);
  await sql`ANALYZE`.execute(db);
  const { rows } = await sql<Filled>`
    SELECT md5('listing1')::uuid AS "hotListing", md5('voice1')::uuid AS "hotClone", md5('seller2')::uuid AS "hotSeller",
      (SELECT account_id FROM charges WHERE listing_id = md5('listing1')::uuid LIMIT 1) AS buyer`.execute(db);
  const [filled] = rows;
  if (!filled) throw new Error('nothing was filled');
  return filled;
}

async function fillAccounts(db: Db, what: 'seller' | 'buyer', count: number): Promise<void> {
  await sql`
    INSERT INTO accounts (id, email, plan, webhook_url)
    SELECT ${id(what)}, ${sql.lit(what)} || n || '@bench.example', 'creator', 'https://' || n % 1000 || '.bench.example/hook'
    FROM generate_series(1, ${count}::int) n`.execute(db);
  await sql`
    INSERT INTO wallets (account_id, pool_credits, included_credits, routing_credits, cycle_anchor, cycle_starts_at,
      cycle_ends_at)
    SELECT ${id(what)}, 0, 0, 0, now(), now(), now() + interval '30 days'
    FROM generate_series(1, ${count}::int) n`.execute(db);
}

async function fillListings(db: Db, listings: number, sellers: number): Promise<void> {
  const seller = sql`md5('seller' || (1 + n % ${sellers}::int))::uuid`;
  await sql`
    INSERT INTO voices (id, account_id, source, kind, name, status, job_id, engine, language, gender, speaker, created_at)
    SELECT ${id('voice')}, ${seller}, 'clone', 'instant', 'Voice ' || n, 'ready', 'job' || n, 'f5-tts',
      ${LANGUAGES}[1 + n % 10], 'female', '{}', now()
    FROM generate_series(1, ${listings}::int) n`.execute(db);
  await sql`
    INSERT INTO listings (id, voice_id, account_id, title, description, tags, language, price_credits, charged_credits, visibility,
      licence, status, search, created_at, published_at)
    SELECT ${id('listing')}, ${id('voice')}, ${seller}, title, description, tags, ${LANGUAGES}[1 + n % 10], n % 20, n % 20,
      'public', 'standard', CASE WHEN n % 50 = 7 THEN 'pending_review' ELSE 'published' END,
      setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', array_to_string(tags, ' ')), 'B')
        || setweight(to_tsvector('simple', description), 'C'),
      now(), now() - n * interval '1 minute'
    FROM (SELECT n, ${WORDS}[1 + n % 10] || ' ' || ${WORDS}[1 + n / 10 % 10] || ' ' || n AS title,
        'A voice for ' || ${WORDS}[1 + n / 100 % 10] || ' and ' || md5(n::text) AS description,
        ARRAY[${WORDS}[1 + n / 7 % 10], 'tag' || n % 500] AS tags
      FROM generate_series(1, ${listings}::int) n) AS one`.execute(db);
}

/** The trigger counts one review at a time. */
async function fillReviews(db: Db): Promise<void> {
  await sql`ALTER TABLE reviews DISABLE TRIGGER reviews_counted`.execute(db);
  await sql`
    INSERT INTO reviews (id, listing_id, account_id, rating, created_at, updated_at)
    SELECT gen_random_uuid(), listing_id, account_id, 1 + abs(hashtext(account_id::text || listing_id)) % 5, now(), now()
    FROM licences WHERE abs(hashtext(listing_id::text || account_id)) % 100 < 100 * ${HOT_SHARE}::float8
  `.execute(db);
  await sql`
    UPDATE listings l SET review_count = r.reviews, rating_sum = r.ratings
    FROM (SELECT listing_id, count(*) AS reviews, sum(rating) AS ratings FROM reviews GROUP BY listing_id) AS r
    WHERE r.listing_id = l.id`.execute(db);
  await sql`ALTER TABLE reviews ENABLE TRIGGER reviews_counted`.execute(db);
}

/** A few voices have most of the uses, as everywhere. */
async function fillCharges(
  db: Db,
  { from, to }: { from: number; to: number },
  { listings, licensees, sellers }: { listings: number; licensees: number; sellers: number },
): Promise<void> {
  const listing = sql`(CASE WHEN random() < ${HOT_SHARE}::float8 THEN 1
    ELSE 1 + floor(${listings}::int * random() ^ 3)::int END)`;
  await sql`
    INSERT INTO charges (id, account_id, status, plan, unit, quantity, credits, pool_credits, wallet_micros,
      micros_per_credit, cycle, credential_id, voice_id, model, request_id, reserved_at, deadline_at, closed_at,
      listing_id, seller_account_id, fee_credits, seller_credits)
    SELECT gen_random_uuid(), md5('buyer' || (1 + n % ${licensees}::int))::uuid, 'settled', 'creator', 'tts_character', 100,
      120, 120, 0, 35, 1, 'bench', NULL, 'kokoro-82m', 'bench', at, at, at,
      md5('listing' || listing)::uuid, md5('seller' || (1 + listing % ${sellers}::int))::uuid,
      20, 14
    FROM (SELECT n, ${listing} AS listing, now() - random() * interval '700 days' AS at
      FROM generate_series(${from}::int, ${to}::int) n) AS one`.execute(db);
}

/** Fills the sales as the settlements would have. */
async function fillSales(db: Db): Promise<void> {
  await sql`
    INSERT INTO listing_sales (id, listing_id, seller_account_id, month, uses, earned_credits, free_plan_credits)
    SELECT gen_random_uuid(), listing_id, seller_account_id, date_trunc('month', closed_at)::date, count(*),
      sum(seller_credits), 0
    FROM charges GROUP BY 2, 3, 4`.execute(db);
}

-- free_plan_credits is now the part of the earnings that no money paid for: what an unpaid plan spent from its monthly
-- credits. What such an account pays from its wallet is money.
DELETE FROM listing_sales;

INSERT INTO listing_sales (id, listing_id, seller_account_id, month, uses, earned_credits, free_plan_credits)
SELECT gen_random_uuid(), listing_id, seller_account_id, date_trunc('month', closed_at AT TIME ZONE 'UTC')::date, count(*),
  sum(seller_credits), COALESCE(sum(seller_credits - LEAST(fee_credits, credits - pool_credits) * 70 / 100)
    FILTER (WHERE plan IN ('free', 'suspended')), 0)
FROM charges WHERE status = 'settled' AND listing_id IS NOT NULL AND credits > 0 GROUP BY 2, 3, 4;

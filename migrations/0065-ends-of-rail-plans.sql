-- A payment through a regional rail that named a plan and matched no order gave that plan without an end. It lasts a month, as
-- every month of a rail does, unless a subscription or another order has paid for the plan since.
INSERT INTO plan_changes (account_id, plan, effective_at, requested_at)
SELECT a.id, 'free', max(e.acted_at) + interval '1 month', now()
FROM accounts a JOIN payment_events e ON e.account_id = a.id
WHERE a.plan IN ('starter', 'creator', 'developer') AND e.status = 'acted' AND e.provider <> 'stripe'
  AND e.note LIKE 'credit %, plan ' || a.plan || '%'
  AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.account_id = a.id AND s.status IN ('active', 'trialing', 'past_due'))
  AND NOT EXISTS (SELECT FROM checkouts c WHERE c.account_id = a.id AND c.purpose = 'plan' AND c.status = 'paid'
    AND c.closed_at >= e.acted_at)
GROUP BY a.id
ON CONFLICT (account_id) DO NOTHING;

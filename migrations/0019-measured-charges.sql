-- A job that measures more than was reserved for it gets a further charge of the same unit.
ALTER TABLE job_charges DROP CONSTRAINT job_charges_pkey;
ALTER TABLE job_charges ADD PRIMARY KEY (job_id, unit, charge_id);

-- The most that may be measured; NULL: what is reserved at the start is the most.
ALTER TABLE job_charges ADD COLUMN max_quantity bigint;
-- Jobs enqueued by an earlier version: the longest video of any plan.
UPDATE job_charges SET max_quantity = 1800 WHERE unit = 'video_second';

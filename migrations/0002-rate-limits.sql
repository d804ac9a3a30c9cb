-- Unlogged: losing a minute of counts in a crash is cheaper than a disk flush on every request.
CREATE UNLOGGED TABLE rate_windows (
  subject bytea PRIMARY KEY,
  -- Sorted times of the counted hits, in microseconds of the Unix epoch.
  hits_us bigint[] NOT NULL,
  -- The verdict on the last hit and its time: ON CONFLICT … RETURNING can only show stored columns.
  allowed boolean NOT NULL,
  seen_us bigint NOT NULL,
  expires_us bigint NOT NULL
) WITH (
  -- Room for in-page (HOT) updates, and rows of 300 hits stay uncompressed in their page.
  fillfactor = 50,
  toast_tuple_target = 8160,
  autovacuum_vacuum_scale_factor = 0.05
);

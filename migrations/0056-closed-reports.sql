-- When an administrator dealt with a report. Reporting again opens it.
ALTER TABLE listing_reports ADD COLUMN closed_at timestamptz;

CREATE INDEX listing_reports_open ON listing_reports (id DESC) WHERE closed_at IS NULL;

-- The payment whose time a change of the plan continues, until another payment pays for the change.
ALTER TABLE plan_grants ADD COLUMN continues text;
CREATE INDEX plan_grants_by_continued ON plan_grants (continues) WHERE continues IS NOT NULL;

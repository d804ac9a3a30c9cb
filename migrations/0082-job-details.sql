-- What customers see only of some kinds of jobs, as the kind declares it. The table does not know what it means.
ALTER TABLE jobs ADD COLUMN details jsonb NOT NULL DEFAULT '{}';

-- Nodes of the version before may run for some minutes beside this one, and read and write the columns that it replaces.
-- The columns, the trigger and its function can go with any later version.
CREATE FUNCTION job_details_of_two_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.details := jsonb_strip_nulls(jsonb_build_object(
    'video_model', NEW.video_model, 'lipsync', NEW.lipsync,
    'dub_id', CASE WHEN NEW.kind = 'dub' THEN NEW.request -> 'dub_id' END)) || NEW.details;
  NEW.video_model := NEW.details ->> 'video_model';
  NEW.lipsync := NEW.details ->> 'lipsync';
  RETURN NEW;
END $$;
CREATE TRIGGER job_details_of_two_versions BEFORE INSERT ON jobs
  FOR EACH ROW EXECUTE FUNCTION job_details_of_two_versions();

UPDATE jobs SET details = jsonb_strip_nulls(jsonb_build_object(
  'video_model', video_model, 'lipsync', lipsync,
  'dub_id', CASE WHEN kind = 'dub' THEN request -> 'dub_id' END))
WHERE video_model IS NOT NULL OR kind = 'dub';

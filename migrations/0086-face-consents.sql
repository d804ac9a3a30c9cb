-- Consent to a film of a face that was uploaded. `voice_id` is then the id of the job.
ALTER TABLE voice_consents DROP CONSTRAINT voice_consents_purpose_check;
ALTER TABLE voice_consents ADD CONSTRAINT voice_consents_purpose_check CHECK (purpose IN ('clone', 'publish', 'dub', 'face'));

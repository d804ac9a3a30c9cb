-- How a voice sounds, for the catalog: made when it is first asked for, and deleted with the voice.
ALTER TABLE voices ADD COLUMN preview_key text;

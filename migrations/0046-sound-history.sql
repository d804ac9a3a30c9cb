-- Music and sound effects have no voice.
ALTER TABLE generations ALTER COLUMN voice_id DROP NOT NULL;

-- A dub announces video.completed or video.failed like every job. Who turns this on gets dub.completed or dub.failed besides.
ALTER TABLE accounts ADD COLUMN webhook_dub_events boolean NOT NULL DEFAULT false;

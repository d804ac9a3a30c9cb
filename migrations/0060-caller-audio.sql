-- For the sweep of what was said, which is kept for 30 days.
CREATE INDEX conversation_turns_with_audio ON conversation_turns (created_at)
  WHERE audio_key IS NOT NULL OR reply_audio_key IS NOT NULL;

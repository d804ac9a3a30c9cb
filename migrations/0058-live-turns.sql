-- Turns of live conversations, which are written as they happen.
ALTER TABLE conversation_turns
  ADD COLUMN interrupted boolean NOT NULL DEFAULT false,
  -- The rest of a reply that was interrupted. `reply` has what was heard of it.
  ADD COLUMN unheard text,
  -- The sound of a reply that is not in the history, if the agent keeps it.
  ADD COLUMN reply_audio_key text;

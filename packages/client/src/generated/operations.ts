// Generated from the OpenAPI document by `npm run client:types`. Do not edit.
import type { Media } from '../media.ts';
import type { Uploadable } from '../uploads.ts';

export type AdminAuditEvent = {
  id: string;
  at: string;
  /** As in `event` of the query. */
  event: string;
  /** Id of the key, session, listing or other thing that it was done to. */
  subject: string | null;
  /** `account`: its owner. `operator`: whoever runs the machine. `system`: the service itself. `anonymous`: nobody who was signed in. */
  actor: string;
  /** The session or key that was used. */
  credential: {
    kind: string;
    id: string;
  } | null;
  /** IPv4 address or IPv6 /64. */
  address: string | null;
  user_agent: string | null;
  /** What changed, as it was. */
  before: Record<string, unknown> | null;
  /** What changed, as it is since. */
  after: Record<string, unknown> | null;
  /** True when personal details were erased after their retention period. */
  erased: boolean;
  /** Position in the log of the account. There are no gaps. */
  seq: number;
  /** SHA-256 over the hash before it and this event. */
  hash: string;
  /** Null for what concerns no account. */
  account_id: string | null;
  account_email: string | null;
  actor_account_id: string | null;
  actor_email: string | null;
};

export type Agent = {
  id: string;
  name: string;
  /** A voice id from GET /api/v1/voices. */
  voice_id: string;
  system_prompt?: string | null;
  language?: string | null;
  first_message?: string | null;
  disclosure?: "spoken" | "none" | null;
  model?: string | null;
  temperature?: number | null;
  flow?: AgentFlow | null;
  tools?: AgentTool[] | null;
  last_sentence?: string | null;
  keep_audio?: boolean | null;
  turn_taking?: {
    /** Whether speaking stops the reply. Default: true. */
    interruptions?: boolean;
    /** How long a pause may last before the turn ends. Longer anyway after an unfinished sentence, or while somebody dictates a number or spells. Default: `normal`. */
    patience?: "low" | "normal" | "high";
    /** A reply that was interrupted goes on if no words came by then. Default: 2. */
    false_interruption_seconds?: number;
    idle_prompt?: {
      after_seconds: number;
      /** Several are said one after the other, each after so much silence. */
      say: string | string[];
    } | null;
    soft_timeout?: {
      after_seconds: number;
      say: string;
    } | null;
  } | null;
  limits?: {
    /** Without a turn. Default: 300. */
    idle_seconds?: number;
    /** In all. Default: 1800. */
    max_seconds?: number;
  } | null;
  /** `flow`: it follows its flow. `model`: a language model answers. */
  mind: "flow" | "model";
  created_at: string;
  updated_at: string;
};

export type AgentChecks = {
  passed: boolean;
  turns: {
    say: string;
    reply: string;
    tools: {
      name: string;
      arguments: unknown;
      result: unknown;
      ok: boolean;
    }[];
    ended:
    | "handed_over"
    | "ended_by_agent"
    | "ended_by_client"
    | "idle"
    | "time_limit"
    | "out_of_credits"
    | "agent_deleted" | null;
    passed: boolean;
    /** Why not, in words. */
    failures: string[];
    thought_ms: number;
  }[];
  credits: number;
};

export type AgentDocument = {
  id: string;
  name: string;
  characters: number;
  created_at: string;
};

export type AgentFlow = {
  /** The state in which a conversation begins. */
  start: string;
  states: Record<string, {
    /** Said on entering the state. */
    say?: string;
    /** The first whose pattern fits is followed. */
    rules: {
      /** Patterns, found anywhere in what was said: words in any case, `(a|b)` a choice, `[please]` optional, `*` any words, `{name}`, `{name:word}`, `{name:number}` and `{name:digits}` slots. */
      when: string[];
      /** `{slot}` stands for what was said there, `{result.field}` for a field that the last function answered. */
      say?: string;
      /** Calls a function before the rule speaks. Fields of its answer stay available as `{result.field}` until the next call. */
      call?: {
        /** One of the functions in `tools`. */
        tool: string;
        /** Texts may have `{slot}` and `{result.field}`. One that is nothing but a slot keeps its type, and is left out if the slot was not filled. */
        arguments?: Record<string, string | number | boolean>;
        /** Followed in place of the rule when the function fails or cannot be called. */
        on_failure: {
          /** `{slot}` stands for what was said there, `{result.field}` for a field that the last function answered. */
          say: string;
          /** The next state. Default: this one. */
          go?: string;
          /** Hands the caller over to a person. */
          hand_over?: boolean;
          /** Ends the conversation. */
          end?: boolean;
        };
      };
      /** The next state. Default: this one. */
      go?: string;
      /** Hands the caller over to a person. */
      hand_over?: boolean;
      /** Ends the conversation. */
      end?: boolean;
    }[];
    otherwise?: {
      /** `{slot}` stands for what was said there, `{result.field}` for a field that the last function answered. */
      say: string;
      go?: string;
    };
  }>;
  /** Tried in every state, after its own rules. */
  anywhere?: {
    /** Patterns, found anywhere in what was said: words in any case, `(a|b)` a choice, `[please]` optional, `*` any words, `{name}`, `{name:word}`, `{name:number}` and `{name:digits}` slots. */
    when: string[];
    /** `{slot}` stands for what was said there, `{result.field}` for a field that the last function answered. */
    say?: string;
    /** Calls a function before the rule speaks. Fields of its answer stay available as `{result.field}` until the next call. */
    call?: {
      /** One of the functions in `tools`. */
      tool: string;
      /** Texts may have `{slot}` and `{result.field}`. One that is nothing but a slot keeps its type, and is left out if the slot was not filled. */
      arguments?: Record<string, string | number | boolean>;
      /** Followed in place of the rule when the function fails or cannot be called. */
      on_failure: {
        /** `{slot}` stands for what was said there, `{result.field}` for a field that the last function answered. */
        say: string;
        /** The next state. Default: this one. */
        go?: string;
        /** Hands the caller over to a person. */
        hand_over?: boolean;
        /** Ends the conversation. */
        end?: boolean;
      };
    };
    /** The next state. Default: this one. */
    go?: string;
    /** Hands the caller over to a person. */
    hand_over?: boolean;
    /** Ends the conversation. */
    end?: boolean;
  }[];
  /** Said when no rule fits, in states without an `otherwise` of their own. */
  otherwise: string;
};

export type AgentTool = {
  /** `webhook`: the server calls your URL. `client`: the client that is connected to the live socket is asked (`tool_call`); without one the function fails, and the agent is told so. */
  type: "webhook" | "client";
  name: string;
  /** What it does, and when to call it. The language model reads this. */
  description: string;
  /** Required for a webhook, and only there. Gets a POST with `{ tool, arguments, conversation_id }` and answers with JSON, at most 64 kB. */
  url?: string;
  /** Sent to the webhook, such as `Authorization`. Their values are stored sealed and never shown again: responses have `********` instead, which keeps the value when it is sent back for the same tool and host. */
  headers?: Record<string, string>;
  /** A JSON schema (draft 7). */
  parameters?: Record<string, unknown>;
  /** A JSON schema of the answer. */
  result?: Record<string, unknown>;
  /** Default: 8. */
  timeout_seconds?: number;
};

export type Asset = {
  id: string;
  name: string;
  /** Detected from the content. */
  kind: "video" | "audio" | "image";
  content_type: string;
  bytes: number;
  sha256: string;
  /** Video and audio only. */
  duration_seconds?: number;
  /** Video and images only, in pixels as displayed. */
  width?: number;
  height?: number;
  created_at: string;
  /** Path of the file; needs your key. */
  file: string;
  /** Signed URL of the file, readable without a key for 7 days. */
  file_url: string;
};

export type AuditEvent = {
  id: string;
  at: string;
  /** As in `event` of the query. */
  event: string;
  /** Id of the key, session, listing or other thing that it was done to. */
  subject: string | null;
  /** `account`: its owner. `operator`: whoever runs the machine. `system`: the service itself. `anonymous`: nobody who was signed in. */
  actor: string;
  /** The session or key that was used. */
  credential: {
    kind: string;
    id: string;
  } | null;
  /** IPv4 address or IPv6 /64. */
  address: string | null;
  user_agent: string | null;
  /** What changed, as it was. */
  before: Record<string, unknown> | null;
  /** What changed, as it is since. */
  after: Record<string, unknown> | null;
  /** True when personal details were erased after their retention period. */
  erased: boolean;
  /** Position in the log of the account. There are no gaps. */
  seq: number;
  /** SHA-256 over the hash before it and this event. */
  hash: string;
};

export type Avatar = {
  id: string;
  name: string;
  gender: string;
  age: string;
  description: string;
  thumbnail_url: string;
};

export type Batch = {
  id: string;
  /** `COMPLETED` once every job has ended. */
  status: "pending" | "COMPLETED";
  metrics: {
    totalGenerations: number;
    successCount: number;
    /** Failed and canceled jobs. */
    failedCount: number;
    pendingCount: number;
  };
  created_at: string;
  finished_at: string | null;
  jobs: Job[];
};

export type BatchDryRun = {
  valid: number;
  invalid: number;
  lines: {
    /** Line number, from 1. */
    line: number;
    /** The `request_id` of the line. */
    request_id?: string;
    ok: boolean;
    error?: string;
  }[];
  estimate: {
    characters: number;
    duration_seconds: number;
    credits: number;
    /** Credits that the monthly quota does not cover. */
    over_quota_credits?: number;
    /** Their cost from the wallet, rounded up. */
    over_quota_cents?: number;
    /** Credits left in the monthly quota. */
    remaining_credits?: number;
    /** Whether the request would be accepted now. */
    affordable?: boolean;
  };
};

export type BatchQueued = {
  id: string;
  batch_size: number;
  poll: string;
  jobs: {
    job_id: string;
    status: "queued";
    poll: string;
    /** The `request_id` of the line. */
    request_id?: string;
  }[];
};

export type BatchRequest = {
  /** Bodies of POST /api/v1/generate. Each becomes a video, of the default avatar unless it names one. */
  items?: unknown[];
  /** Alternative to `items`: one JSON object per line, `{ "request_id": "…", "payload": { … } }`. Each `request_id` is unique within the batch. */
  jsonl?: string;
  /** Checks every line and estimates the cost; enqueues nothing. */
  dry_run?: boolean;
  /** Webhook URL for `batch.completed`, sent when every job has ended. HTTPS in production. */
  webhook_url?: string;
};

export type BatchSummary = {
  id: string;
  /** `COMPLETED` once every job has ended. */
  status: "pending" | "COMPLETED";
  metrics: {
    totalGenerations: number;
    successCount: number;
    /** Failed and canceled jobs. */
    failedCount: number;
    pendingCount: number;
  };
  created_at: string;
  finished_at: string | null;
  poll: string;
};

export type Conversation = {
  id: string;
  /** Null once the agent is deleted. */
  agent_id: string | null;
  agent_name: string;
  status: "active" | "ended";
  ended_reason:
  | "handed_over"
  | "ended_by_agent"
  | "ended_by_client"
  | "idle"
  | "time_limit"
  | "out_of_credits"
  | "agent_deleted" | null;
  /** Without the first message. */
  turn_count: number;
  credits: number;
  started_at: string;
  last_turn_at: string;
  /** When it ends unless a turn is taken. */
  expires_at: string;
  ended_at: string | null;
};

export type ConversationTurn = {
  conversation_id: string;
  /** 0 is the first message of the agent. */
  turn: number;
  /** What was said. */
  transcript: string | null;
  /** Of what was said. Null for text. */
  language: string | null;
  heard_seconds: number;
  /** Of a reply that was interrupted, the words that were heard. */
  reply: string;
  interrupted: boolean;
  /** The rest of a reply that was interrupted. */
  unheard: string | null;
  /** Signed URL of the reply, readable without a key for 7 days. The sound is kept for 30 days. Null if it was only streamed, or spoken in a live conversation of an agent without `keep_audio`. */
  audio_url: string | null;
  /** Signed URL of what the caller sent, readable without a key for 7 days, if the agent keeps it (`keep_audio`). */
  caller_audio_url: string | null;
  /** Functions that were called. */
  tools: {
    name: string;
    arguments: unknown;
    result: unknown;
    ok: boolean;
  }[];
  /** Milliseconds until the words were known, the reply was thought, and it was spoken. */
  latency_ms: {
    heard: number;
    thought: number;
    spoke: number;
    total: number;
  };
  /** 5 per second heard, 1 per character spoken. */
  credits: number;
  created_at: string;
};

export type CreatedDub = {
  job_id: string;
  /** Kind of the job, such as `video`. */
  kind: string;
  status: "queued" | "processing" | "completed" | "failed" | "canceled";
  /** Current step, such as `rendering`. */
  stage: string;
  /** Share of the work that is done. Never decreases. */
  progress: number;
  poll: string;
  /** Path of the event stream. */
  events: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** The result, readable without a key for 7 days. */
  output_url: string | null;
  /** A still of the video, readable like `output_url`. */
  thumbnail_url: string | null;
  /** WebVTT captions, readable like `output_url`. */
  captions_url: string | null;
  /** Names the file in `GET /api/v1/provenance/{id}` and in its manifest. */
  provenance_id: string | null;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  /** Lip-sync model. */
  video_model: string | null;
  lipsync: "neural" | "procedural" | null;
  /** Reserved until the job ends, then its cost. */
  credits: number;
  /** Prepaid credit returned when the job failed. */
  refunded_cents: number;
  attempts: number;
  error: string | null;
  error_code: string | null;
  batch_id: string | null;
  request_id: string;
  trace_id: string | null;
  /** GET /api/v1/dub/{dub_id} has its speakers and lines. */
  dub_id: string;
};

export type Dub = {
  id: string;
  name: string;
  /** Of the latest render. While one is failed or canceled, `output_url` is that of the one before it. */
  status: "queued" | "processing" | "ready" | "failed" | "canceled";
  /** Whether POST /api/v1/dub/{id}/render would make another result. */
  changed: boolean;
  /** Grows with every change. Send it with a change to refuse a stale one. */
  version: number;
  /** Null until it is heard. */
  source_language: string | null;
  target_language: string;
  film: {
    /** Dubs of the same upload share it. */
    id: string;
    filename: string;
    content_type: string;
    bytes: number;
    duration_seconds: number;
    has_video: boolean;
    width: number | null;
    height: number | null;
  };
  /** Of the result. */
  duration_seconds: number | null;
  /** The result, readable without a key for 7 days. It expires 30 days after its render. */
  output_url: string | null;
  created_at: string;
  updated_at: string;
  glossary: Record<string, string>;
  lip_sync: boolean;
  sync_mode: "cut_off" | "loop" | "bounce" | "silence" | "remap";
  fit: "speech" | "picture";
  drop_background: boolean;
  /** The part of the film that is dubbed. All times of lines count from its start. */
  range: {
    start: number;
    end: number;
  } | null;
  num_speakers: number | null;
  consent: boolean;
  /** The translator. */
  translated_by: string | null;
  /** What the latest render did to the picture. Null: no face was moved. */
  lips: {
    /** Most faces seen at the same time. */
    faces: number;
    /** Ids of the speakers whose faces were found and move with their lines. */
    speakers: string[];
  } | null;
  speakers: {
    id: string;
    name: string;
    /** Time that they speak in the film. */
    seconds: number;
    /** Null until the next render finds one. */
    voice: {
      /** `matched` was made from the lines of the speaker, with consent; `nearest` is the most similar preset; `chosen` is the `voice_id` that you set. */
      kind: "matched" | "nearest" | "chosen";
      /** Null for a matched voice, which exists in this dub only. */
      voice_id: string | null;
      /** Similarity of a matched voice to the speaker, from −1 to 1. */
      score: number | null;
    } | null;
    /** A speaker of another dub of yours who sounds like this one: send it as `same_as` to give them the same voice. Null without consent. */
    suggested: {
      dub_id: string;
      speaker_id: string;
      name: string;
      similarity: number;
    } | null;
  }[];
  /** In the order of their starts. */
  lines: {
    id: string;
    speaker_id: string;
    /** Whether the speaker is a guess. */
    speaker_unsure: boolean;
    start: number;
    end: number;
    /** What was said. Null for a script in the target language. */
    source: string | null;
    /** What is said instead. Null: the next render translates it. */
    translation: string | null;
    /** Words that the translator did not know. */
    unknown_words: string[];
    /** Its place in the last render. Null if it was not in it. */
    spoken: {
      start: number;
      end: number;
      /** Times the usual rate. */
      rate: number;
      /** `rushed` is faster than anybody should speak: shorten the line. */
      fit: "as_spoken" | "faster" | "borrowed" | "stretched" | "rushed";
    } | null;
    /** Whether its words, voice or times changed since the last render. */
    needs_render: boolean;
  }[];
  job: Job;
  /** Estimate from the time and the progress so far. Null unless the job is running. */
  seconds_left: number | null;
  captions_url: string | null;
  thumbnail_url: string | null;
};

export type DubSummary = {
  id: string;
  name: string;
  /** Of the latest render. While one is failed or canceled, `output_url` is that of the one before it. */
  status: "queued" | "processing" | "ready" | "failed" | "canceled";
  /** Whether POST /api/v1/dub/{id}/render would make another result. */
  changed: boolean;
  /** Grows with every change. Send it with a change to refuse a stale one. */
  version: number;
  /** Null until it is heard. */
  source_language: string | null;
  target_language: string;
  film: {
    /** Dubs of the same upload share it. */
    id: string;
    filename: string;
    content_type: string;
    bytes: number;
    duration_seconds: number;
    has_video: boolean;
    width: number | null;
    height: number | null;
  };
  /** Of the result. */
  duration_seconds: number | null;
  /** The result, readable without a key for 7 days. It expires 30 days after its render. */
  output_url: string | null;
  created_at: string;
  updated_at: string;
  job_id: string;
};

export type EffectCatalog = {
  model: string;
  /** Models for `model`: the service’s own, and those that workers offer. */
  models: {
    id: string;
    /** False while no worker with it is connected. */
    available: boolean;
    default: boolean;
  }[];
  kinds: {
    name: string;
    family: string;
    /** Some of the phrases that name it. */
    words: string[];
    /** Length when none is asked for. */
    seconds: number;
    loopable: boolean;
    preview_url: string;
  }[];
  rooms: string[];
  formats: string[];
  limits: {
    min_seconds: number;
    max_seconds: number;
  };
  credits_per_clip: number;
};

export type EffectRequest = {
  /** What to hear, in English: kinds from GET /api/v1/sfx with size, distance, speed, material, count, room and length. "and", "over" and "with" join up to four layers, "then" puts one after the other. */
  prompt: string;
  /** Default: what the prompt says, or what is usual for the kind. */
  seconds?: number;
  /** The same request with the same seed gives the same sound, and the same bytes while the first is in the history. Random if absent; see `X-Seed`. */
  seed?: number;
  /** WAV and FLAC have 16 bits, ogg is Vorbis. */
  format?: "wav" | "mp3" | "flac" | "ogg";
  /** From `models` of GET /api/v1/sfx. Default: the service’s own. A worker’s model reads the prompt in its own way and may not repeat itself. */
  model?: string;
  /** The end runs into the beginning without a seam. For kinds that go on, such as rain. With MP3 some players leave a gap. */
  loop?: boolean;
};

export type Error = {
  /** A human-readable sentence. */
  error: string;
  /** A stable name of the cause: an `ErrorCode`. New ones may be added. */
  code: ErrorCode | string;
  request_id: string;
  /** Where the operator traces the call. */
  trace_id?: string;
  detail?: {
    path: string;
    message: string;
  }[];
};

export type ErrorCode =
| "account_not_found"
| "adjustment_too_large"
| "admin_only"
| "agent_limit"
| "agent_not_found"
| "already_subscribed"
| "already_verified"
| "animated_image"
| "api_key_not_found"
| "asset_in_use"
| "asset_not_found"
| "audio_gone"
| "audio_required"
| "audio_too_fast"
| "audio_too_long"
| "audio_url_failed"
| "avatar_not_found"
| "background_not_found"
| "balance_exhausted"
| "balance_owed"
| "balance_remaining"
| "batch_not_found"
| "batch_too_large"
| "busy"
| "card_declined"
| "challenge_not_found"
| "challenge_spent"
| "clip_too_heavy"
| "code_invalid"
| "consent_not_found"
| "consent_not_verified"
| "consent_required"
| "consent_voice_differs"
| "consent_words_differ"
| "conversation_ended"
| "conversation_limit"
| "conversation_lost"
| "conversation_not_found"
| "cross_site_request"
| "csrf_token_invalid"
| "deadline_exceeded"
| "delivery_not_found"
| "delivery_under_way"
| "demo_unavailable"
| "disclosure_required"
| "document_not_found"
| "dub_not_found"
| "earnings_remaining"
| "earnings_too_low"
| "email_invalid"
| "email_taken"
| "email_unchanged"
| "empty_file"
| "encoding_failed"
| "engine_busy"
| "engine_unavailable"
| "event_not_found"
| "event_not_held"
| "event_settled"
| "file_required"
| "files_too_large"
| "forbidden"
| "foreign_speaker"
| "generation_not_found"
| "idempotency_key_in_flight"
| "idempotency_key_reused"
| "input_not_found"
| "internal_error"
| "invalid_address"
| "invalid_amount"
| "invalid_audio"
| "invalid_country"
| "invalid_cursor"
| "invalid_flow"
| "invalid_hit_points"
| "invalid_idempotency_key"
| "invalid_key"
| "invalid_language"
| "invalid_line"
| "invalid_markup"
| "invalid_message"
| "invalid_name"
| "invalid_payload"
| "invalid_plan"
| "invalid_pronunciation"
| "invalid_provider"
| "invalid_range"
| "invalid_region"
| "invalid_request"
| "invalid_sections"
| "invalid_signature"
| "invalid_speaker"
| "invalid_speed"
| "invalid_title"
| "invalid_tools"
| "invalid_voice_blend"
| "invoice_not_found"
| "job_finished"
| "job_not_found"
| "key_address_denied"
| "key_limit"
| "key_limit_reached"
| "key_permission_denied"
| "key_revoked"
| "kind_not_found"
| "knowledge_limit"
| "limit_exceeded"
| "line_not_found"
| "link_expired"
| "listing_changed"
| "listing_not_found"
| "listing_not_pending"
| "listing_taken_down"
| "local_worker_failed"
| "locked"
| "mail_unavailable"
| "mark_is_off"
| "media_too_long"
| "media_too_short"
| "media_url_failed"
| "method_not_allowed"
| "metrics_token_invalid"
| "model_busy"
| "model_failed"
| "model_limit_reached"
| "model_not_configured"
| "model_not_found"
| "model_not_installed"
| "model_offline"
| "neural_lipsync_required"
| "no_audio_track"
| "no_face"
| "no_password"
| "no_saved_customer"
| "no_script"
| "no_speech"
| "no_such_face"
| "no_video_track"
| "no_word_times"
| "not_a_socket"
| "not_heard_yet"
| "not_licensed"
| "not_loopable"
| "not_spoken_yet"
| "not_used_yet"
| "not_with_this_model"
| "nothing_changed"
| "nothing_to_duck"
| "nothing_to_hear"
| "nothing_to_translate"
| "nothing_translated"
| "origin_not_allowed"
| "other_language"
| "outbound_redirect"
| "outbound_timeout"
| "outbound_too_large"
| "outbound_unreachable"
| "output_gone"
| "output_not_ready"
| "own_listing"
| "passkey_exists"
| "passkey_limit"
| "passkey_not_found"
| "passkey_rejected"
| "password_common"
| "password_length"
| "password_weak"
| "payment_pending"
| "payout_not_covered"
| "payout_not_found"
| "payout_unfunded"
| "picture_too_large"
| "plan_ended"
| "plan_required"
| "preview_not_found"
| "prompt_required"
| "pronunciations_too_long"
| "provenance_not_found"
| "provider_failed"
| "provider_not_configured"
| "quota_exhausted"
| "range_not_satisfiable"
| "rate_limited"
| "reads_too_slowly"
| "remote_voice"
| "render_running"
| "report_not_found"
| "route_not_found"
| "routing_credits_exhausted"
| "run_limit"
| "run_not_found"
| "same_language"
| "sample_clipped"
| "sample_count"
| "sample_length"
| "sample_music"
| "sample_noisy"
| "sample_not_found"
| "sample_several_speakers"
| "sample_silent"
| "sample_too_short"
| "samples_required"
| "script_does_not_fit"
| "script_unreadable"
| "second_factor_required"
| "seconds_required"
| "secret_unreadable"
| "seller_not_verified"
| "seller_verification_required"
| "session_ended"
| "session_not_found"
| "sign_in_first"
| "signing_unavailable"
| "slot_limit"
| "socket_required"
| "speaker_not_found"
| "speech_too_long"
| "spend_cap_reached"
| "spoken_consent_required"
| "spoken_text_too_long"
| "stems_not_lossless"
| "storage_full"
| "storage_limit"
| "storage_unavailable"
| "store_unavailable"
| "tempo_does_not_fit"
| "text_not_speakable"
| "text_required"
| "text_too_long"
| "token_invalid"
| "too_many_at_once"
| "too_many_failed_keys"
| "too_many_fields"
| "too_many_files"
| "too_many_lines"
| "too_many_speakers"
| "too_many_streams"
| "too_many_tags"
| "too_much_work"
| "tool_failed"
| "totp_required"
| "translation_unavailable"
| "turn_in_progress"
| "two_factor_enabled"
| "two_factor_not_set_up"
| "unauthorized"
| "unknown_avatar"
| "unknown_format"
| "unknown_model"
| "unknown_sound"
| "unknown_video_model"
| "unknown_voice"
| "unreadable_audio"
| "unreadable_image"
| "unreadable_media"
| "unreadable_sample"
| "unreadable_video"
| "unsupported_language"
| "unsupported_media_type"
| "unsupported_sample"
| "upload_too_large"
| "url_not_allowed"
| "verification_not_found"
| "version_conflict"
| "video_too_long"
| "voice_engine_busy"
| "voice_engine_failed"
| "voice_engine_offline"
| "voice_failed"
| "voice_not_found"
| "voice_not_ready"
| "voice_taken_down"
| "voice_was_taken_down"
| "webhook_not_configured"
| "webhook_secret_missing"
| "webhook_test_under_way"
| "webhook_url_missing"
| "webrtc_not_offered"
| "worker_not_found"
| "worker_secret_invalid"
| "worker_secret_not_found"
| "wrong_credentials"
| "wrong_media_kind"
| "wrong_password";

export type Estimate = {
  kind: string;
  characters: number;
  /** Length of the result; estimated for speech. */
  duration_seconds: number;
  credits: number;
  routing_credits: number;
  /** Credits that the monthly quota does not cover. */
  over_quota_credits?: number;
  /** Their cost from the wallet, rounded up. */
  over_quota_cents?: number;
  /** Credits left in the monthly quota. */
  remaining_credits?: number;
  /** Whether the request would be accepted now. */
  affordable?: boolean;
  plan?: {
    id: string;
    media_seconds: number;
    upload_bytes: number;
    generate_per_minute: number;
    batch_items: number;
    neural_lip_sync: string;
    voice_slots: number;
    video_height: number;
    audio_kbps: number;
    language_model: LanguageModelPlan;
  };
};

export type EstimateRequest = {
  /** `video` and `lipsync` as on POST /api/v1/generate, `llm` as a language model answers an agent once, the others as on the route of that name. */
  kind:
  | "video"
  | "lipsync"
  | "avatar"
  | "dub"
  | "tts"
  | "stt"
  | "music"
  | "sfx"
  | "llm";
  /** The text to speak, or everything that the language model reads. */
  text?: string;
  voice_id?: string;
  model?: string;
  speed?: number;
  /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
  language?: string;
  /** Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200. */
  pronunciations?: Record<string, string>;
  /** How people are told that a machine made it, in the language of the text. `visible`: a label in the picture during the whole film, and a note in the captions. `audible`: the voice says it before the text, for the price of these characters. Default: `none`, unless the operator chose otherwise. */
  disclosure?: "audible" | "visible" | "none";
  /** Length of the audio of a video without text, of the film to dub, of the audio to transcribe, or of the music. */
  seconds?: number;
  /** What the language model writes. */
  output_tokens?: number;
  /** Length of the clip that is synced to the audio, if any. */
  clip_seconds?: number;
  /** Default: `loop` for `avatar`, else `cut_off`. */
  sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
  /** Whether the lips of a film follow its dub. False for a sound. */
  lip_sync?: boolean;
  /** What is said in the film to dub: plain text, SRT or VTT. */
  script?: string;
  /** `picture`: the dub slows the picture down, which costs its seconds. */
  fit?: "speech" | "picture";
  /** A dub that is rendered again, with `kind` `dub`: the price of what has changed. Nothing else is read. */
  dub_id?: string;
};

export type FilmConsent = {
  id: string;
  version: string;
  /** The text that was agreed to. */
  text: string;
  /** IP address of the request. */
  address: string | null;
  /** Hashes of what was uploaded. */
  sample_sha256: string[];
  given_at: string;
  /** JWS in compact form, signed with the key of GET /api/voices/consent/public-key. */
  receipt: string;
  job_id: string;
};

export type GenerateDone = {
  success: true;
  data: {
    /** Signed URL of the audio, readable without a key for 7 days. */
    audio_url: string;
    /** The same WAV, base64-encoded. */
    audio: string;
    duration_seconds: number;
    model: string;
    characters: number;
    history_id: string;
  } | {
    text: string;
    model: string;
    usage: {
      prompt_tokens: number;
      completion_tokens: number;
      total_tokens: number;
    };
  };
  meta: {
    /** `external_api` where the language model runs on another machine. */
    executedBy: "local_worker" | "external_api";
    /** One per character of the text, and the price of a marketplace voice. */
    creditsDeducted: number;
    routingCreditsDeducted: number;
  };
};

export type GenerateQueued = {
  success: true;
  job_id: string;
  /** What the job makes: `video` or `inference`. Speech alone is POST /api/v1/tts. */
  kind: string;
  status: "PROCESSING";
  poll: string;
  meta: {
    executedBy: "gpu_cluster";
    routingCreditsDeducted: number;
    /** Held until the job ends. You pay for what it took; the rest is released. */
    creditsReserved: number;
  };
};

export type GenerateRequest = {
  /** Text to speak, or prompt for the language model: 1 to 5,000 characters. */
  text?: string;
  /** Default: af_heart. */
  voice_id?: string;
  /** A preset of GET /api/v1/avatars, or the id of an image or video asset. Default: `default`. */
  avatar_id?: string;
  /** Background of a preset avatar: `studio`, `office`, a colour such as `#0b3d91`, or an image asset. */
  background?: string;
  /** Default: unified with an input or avatar_id, otherwise tts. */
  taskType?: "tts" | "llm_inference" | "lip_sync" | "unified";
  /** Skip the local worker; always create a job. */
  forceCloud?: boolean;
  /** Speech model. Default: kokoro-82m. Ignored by llm_inference. */
  model?: string;
  /** Lip-sync model: `vox-lips` (neural), `vox-visemes` (procedural; free plan only), or one that a worker offers (`musetalk`, `latentsync`, `wav2lip`). Default: `musetalk` where a worker offers it, else `vox-lips`. */
  video_model?: string;
  speed?: number;
  /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
  language?: string;
  /** How people are told that a machine made it, in the language of the text. `visible`: a label in the picture during the whole film, and a note in the captions. `audible`: the voice says it before the text, for the price of these characters. Default: `none`, unless the operator chose otherwise. */
  disclosure?: "audible" | "visible" | "none";
  /** For a picture or clip of your own: true agrees to the text of GET /api/v1/avatars/consent, and GET /api/v1/jobs/{id}/consent then has the record with its receipt. False is refused: 400 `consent_required`. Where the operator asks for it, so is a film without it. */
  consent?: boolean;
  /** Webhook URL for this job. Overrides the account default. HTTPS only in production. */
  webhook_url?: string;
  /** One video or image, one audio, or both. */
  input?: {
    /** What the file is: a video, an audio or an image. */
    type: "video" | "audio" | "image";
    /** Public URL; redirects are not followed. An asset id works too. */
    url?: string;
    /** Asset id. Alternative to url. */
    id?: string;
    /** Same as id. */
    asset_id?: string;
  }[];
  options?: {
    /** How to reconcile a clip and audio of different lengths. Default: cut_off. */
    sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
    /** Index of the face that speaks, from the left, starting at 0. */
    face?: number;
  };
};

export type Generation = {
  id: string;
  /** The operation: `tts`, `tts_timed`, `tts_stream`, `music` or `sfx`. */
  kind: string;
  /** The beginning of the text or prompt, at most 200 characters. */
  text_excerpt: string;
  /** Null for music and sound effects. */
  voice_id: string | null;
  model: string;
  format: string;
  characters: number;
  credits: number;
  duration_seconds: number;
  created_at: string;
  /** Signed URL of the audio, readable without a key for 7 days; null once it is deleted. */
  audio_url: string | null;
};

export type Invoice = {
  id: string;
  /** Printed on the invoice. Counts per account, without gaps. */
  number: string;
  description: string;
  purpose: "plan" | "top_up";
  plan: string | null;
  provider: string;
  /** In US cents, taxes included. */
  amount_cents: number;
  /** Without taxes. */
  net_cents: number;
  taxes: {
    name: string;
    percent: number;
    /** Part of `amount_cents`. */
    cents: number;
  }[];
  /** What the provider charged, in the smallest unit of `currency`. */
  paid_minor: number;
  currency: string;
  /** Returned by refunds and disputes. */
  refunded_cents: number;
  issued_at: string;
  /** Path of the printable invoice. */
  pdf: string;
};

export type Job = {
  job_id: string;
  /** Kind of the job, such as `video`. */
  kind: string;
  status: "queued" | "processing" | "completed" | "failed" | "canceled";
  /** Current step, such as `rendering`. */
  stage: string;
  /** Share of the work that is done. Never decreases. */
  progress: number;
  poll: string;
  /** Path of the event stream. */
  events: string;
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  /** The result, readable without a key for 7 days. */
  output_url: string | null;
  /** A still of the video, readable like `output_url`. */
  thumbnail_url: string | null;
  /** WebVTT captions, readable like `output_url`. */
  captions_url: string | null;
  /** Names the file in `GET /api/v1/provenance/{id}` and in its manifest. */
  provenance_id: string | null;
  duration_seconds: number | null;
  width: number | null;
  height: number | null;
  /** Lip-sync model. */
  video_model: string | null;
  lipsync: "neural" | "procedural" | null;
  /** Reserved until the job ends, then its cost. */
  credits: number;
  /** Prepaid credit returned when the job failed. */
  refunded_cents: number;
  attempts: number;
  error: string | null;
  error_code: string | null;
  batch_id: string | null;
  /** The dub that the job renders. */
  dub_id: string | null;
  request_id: string;
  trace_id: string | null;
};

export type LanguageModelPlan = {
  /** What agents and Realtime sessions let the language model read: prompts, what was said, functions and their results. */
  credits_per_1000_input_tokens: number;
  /** What it writes, function arguments included. */
  credits_per_1000_output_tokens: number;
  /** Most tokens of an account from midnight to midnight, UTC. */
  tokens_per_day: number;
};

export type LedgerEntry = {
  id: string;
  at: string;
  /** What moved it, such as `top_up`, `use`, `reserve`, `settle` or `renew`. */
  kind: string;
  reason: string;
  /** What it moved: wallet, owed, credits, routing_credits. */
  balance: string;
  unit: "usd" | "credits";
  change: number;
  balance_after: number;
  /** The charge of a request. */
  charge_id: string | null;
  /** The `X-Request-Id` of that request. */
  request_id: string | null;
};

export type Listing = {
  /** The `voice_id` once you have a licence. */
  id: string;
  voice_id: string;
  title: string;
  description: string;
  tags: string[];
  language: string;
  gender: string | null;
  /** Per use, on top of the characters. */
  priceCredits: number;
  visibility: "public" | "unlisted" | "invited";
  licence: string;
  status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
  /** Why it was rejected or taken down. */
  reason?: string;
  uses: number;
  /** Null without reviews. */
  ratingAvg: number | null;
  reviewCount: number;
  /** You can use it. */
  licensed: boolean;
  own: boolean;
  /** For the seller. */
  clone_id?: string;
  /** For the seller. */
  sellerEarningsCredits?: number;
  /** For the seller: what a use costs while a change of the price waits for review. */
  chargedCredits?: number;
  /** For the seller: who is invited, in lower case. */
  invite_emails?: string[];
  preview_url: string;
  published_at: string | null;
  unlisted_at: string | null;
};

export type Model = {
  id: string;
  object: "model";
  /** Unix seconds. */
  created: number;
  owned_by: string;
};

export type ModelInfo = {
  id: string;
  kind: "speech" | "transcription" | "music" | "sound_effects" | "lip_sync" | "language";
  /** SPDX id where there is one; null where the operator chose the model. */
  licence: string | null;
  /** Whether this server can run it now. */
  available: boolean;
  /** Used when a request names no model, if it is available. */
  default: boolean;
  /** Lip-sync only. Paid plans use neural models. */
  method?: "neural" | "procedural";
};

export type Music = {
  /** The file, base64. */
  audio: string;
  /** Of the file: `zip` with stems. */
  format: string;
  duration_seconds: number;
  seed: number;
  credits: number;
  model: string;
  history_id: string;
  plan: MusicPlan;
  /** The tempo at which it is played, on average. */
  played_bpm: number;
  /** Words and phrases of the prompt that had an effect. */
  understood: string[];
  /** Words that were ignored. */
  unknown: string[];
};

export type MusicCatalog = {
  available: boolean;
  model: string;
  /** Models for `model`: the service’s own, and those that workers offer. */
  models: {
    id: string;
    /** False while no worker with it is connected. */
    available: boolean;
    default: boolean;
  }[];
  genres: {
    name: string;
    bpm: {
      lowest: number;
      usual: number;
      highest: number;
    };
    mode: string;
    time_signature: string;
    instruments: string[];
    preview_url: string;
  }[];
  moods: {
    name: string;
    preview_url: string;
  }[];
  instruments: string[];
  eras: string[];
  time_signatures: string[];
  formats: string[];
  limits: {
    min_seconds: number;
    max_seconds: number;
  };
  credits_per_second: number;
};

export type MusicPlan = {
  /** Decides progressions, patterns, instruments and mix. */
  genre:
  | "ambient"
  | "lo-fi"
  | "cinematic"
  | "corporate"
  | "acoustic folk"
  | "jazz trio"
  | "bossa nova"
  | "funk"
  | "rock"
  | "synthwave"
  | "house"
  | "drum and bass"
  | "hip-hop"
  | "orchestral"
  | "piano solo"
  | "8-bit"
  | "reggae"
  | "waltz";
  /** Decides mode, tempo and intensity where nothing else does. */
  mood:
  | "neutral"
  | "happy"
  | "hopeful"
  | "triumphant"
  | "playful"
  | "romantic"
  | "calm"
  | "dreamy"
  | "nostalgic"
  | "sad"
  | "dark"
  | "mysterious"
  | "tense"
  | "scary"
  | "angry"
  | "epic"
  | "energetic"
  | "relaxed"
  | "serious"
  | "groovy";
  /** Quarter notes per minute, played exactly; the last chord lasts until the end. A loop may adjust it by up to 3 percent. */
  bpm: number;
  /** Whether `bpm` is played exactly, or may move by up to 10 percent so that whole bars fill the length. */
  tempo: "exact" | "flexible";
  /** A note and a mode: `C major`, `F# minor`, `D dorian`. */
  key: string;
  /** Time signature. */
  time_signature:
  | "4/4"
  | "3/4"
  | "2/4"
  | "6/8"
  | "5/4"
  | "7/8"
  | "12/8";
  /** Instruments that take over parts of the genre. */
  instruments: (
    | "grand piano"
    | "bright piano"
    | "honky-tonk piano"
    | "electric piano"
    | "fm piano"
    | "harpsichord"
    | "clavinet"
    | "celesta"
    | "glockenspiel"
    | "music box"
    | "vibraphone"
    | "marimba"
    | "xylophone"
    | "tubular bells"
    | "drawbar organ"
    | "rock organ"
    | "church organ"
    | "accordion"
    | "harmonica"
    | "nylon guitar"
    | "steel guitar"
    | "jazz guitar"
    | "clean guitar"
    | "muted guitar"
    | "overdriven guitar"
    | "distorted guitar"
    | "acoustic bass"
    | "fingered bass"
    | "picked bass"
    | "fretless bass"
    | "slap bass"
    | "violin"
    | "viola"
    | "cello"
    | "contrabass"
    | "tremolo strings"
    | "pizzicato strings"
    | "harp"
    | "timpani"
    | "strings"
    | "slow strings"
    | "choir"
    | "voices"
    | "trumpet"
    | "trombone"
    | "tuba"
    | "muted trumpet"
    | "french horns"
    | "brass section"
    | "soprano sax"
    | "alto sax"
    | "tenor sax"
    | "oboe"
    | "english horn"
    | "bassoon"
    | "clarinet"
    | "piccolo"
    | "flute"
    | "recorder"
    | "pan flute"
    | "whistle"
    | "sitar"
    | "banjo"
    | "koto"
    | "kalimba"
    | "bagpipe"
    | "fiddle"
    | "steel drums"
    | "warm pad"
    | "glass pad"
    | "analog strings"
    | "sub bass"
    | "saw bass"
    | "reese bass"
    | "club bass"
    | "saw lead"
    | "synth pluck"
    | "synth bell"
    | "pulse lead"
    | "pulse arp"
    | "triangle bass"
    | "standard kit"
    | "room kit"
    | "power kit"
    | "jazz kit"
    | "brush kit"
    | "orchestra kit"
    | "club kit"
    | "retro kit"
    | "chip kit"
  )[];
  /** What is left out. */
  without: (
    | "melody"
    | "chords"
    | "piano"
    | "keys"
    | "mallets"
    | "organ"
    | "guitar"
    | "bass"
    | "strings"
    | "voices"
    | "brass"
    | "woodwinds"
    | "synth"
    | "plucked"
    | "drums"
  )[];
  /** How the intensity moves. */
  energy: "steady" | "build" | "fade" | "wave";
  /** How dense and loud it is played. */
  intensity: number;
  era:
  | "medieval"
  | "baroque"
  | "classical"
  | "romantic"
  | "1920s"
  | "1930s"
  | "1940s"
  | "1950s"
  | "1960s"
  | "1970s"
  | "1980s"
  | "1990s"
  | "2000s"
  | "vintage"
  | "modern"
  | "futuristic" | null;
  /** Each fills its length in whole bars where a tempo within 3 percent allows it. Their lengths must add up to `seconds`. */
  sections: MusicSection[];
  /** Seconds at which an accent falls, in order, at least 0.1 s apart and 0.5 s before the end. */
  hit_points: number[];
};

export type MusicPlanChange = {
  /** Decides progressions, patterns, instruments and mix. */
  genre?:
  | "ambient"
  | "lo-fi"
  | "cinematic"
  | "corporate"
  | "acoustic folk"
  | "jazz trio"
  | "bossa nova"
  | "funk"
  | "rock"
  | "synthwave"
  | "house"
  | "drum and bass"
  | "hip-hop"
  | "orchestral"
  | "piano solo"
  | "8-bit"
  | "reggae"
  | "waltz";
  /** Decides mode, tempo and intensity where nothing else does. */
  mood?:
  | "neutral"
  | "happy"
  | "hopeful"
  | "triumphant"
  | "playful"
  | "romantic"
  | "calm"
  | "dreamy"
  | "nostalgic"
  | "sad"
  | "dark"
  | "mysterious"
  | "tense"
  | "scary"
  | "angry"
  | "epic"
  | "energetic"
  | "relaxed"
  | "serious"
  | "groovy";
  /** Quarter notes per minute, played exactly; the last chord lasts until the end. A loop may adjust it by up to 3 percent. */
  bpm?: number;
  /** Whether `bpm` is played exactly, or may move by up to 10 percent so that whole bars fill the length. */
  tempo?: "exact" | "flexible";
  /** A note and a mode: `C major`, `F# minor`, `D dorian`. */
  key?: string;
  /** Time signature. */
  time_signature?:
  | "4/4"
  | "3/4"
  | "2/4"
  | "6/8"
  | "5/4"
  | "7/8"
  | "12/8";
  /** Instruments that take over parts of the genre. */
  instruments?: (
    | "grand piano"
    | "bright piano"
    | "honky-tonk piano"
    | "electric piano"
    | "fm piano"
    | "harpsichord"
    | "clavinet"
    | "celesta"
    | "glockenspiel"
    | "music box"
    | "vibraphone"
    | "marimba"
    | "xylophone"
    | "tubular bells"
    | "drawbar organ"
    | "rock organ"
    | "church organ"
    | "accordion"
    | "harmonica"
    | "nylon guitar"
    | "steel guitar"
    | "jazz guitar"
    | "clean guitar"
    | "muted guitar"
    | "overdriven guitar"
    | "distorted guitar"
    | "acoustic bass"
    | "fingered bass"
    | "picked bass"
    | "fretless bass"
    | "slap bass"
    | "violin"
    | "viola"
    | "cello"
    | "contrabass"
    | "tremolo strings"
    | "pizzicato strings"
    | "harp"
    | "timpani"
    | "strings"
    | "slow strings"
    | "choir"
    | "voices"
    | "trumpet"
    | "trombone"
    | "tuba"
    | "muted trumpet"
    | "french horns"
    | "brass section"
    | "soprano sax"
    | "alto sax"
    | "tenor sax"
    | "oboe"
    | "english horn"
    | "bassoon"
    | "clarinet"
    | "piccolo"
    | "flute"
    | "recorder"
    | "pan flute"
    | "whistle"
    | "sitar"
    | "banjo"
    | "koto"
    | "kalimba"
    | "bagpipe"
    | "fiddle"
    | "steel drums"
    | "warm pad"
    | "glass pad"
    | "analog strings"
    | "sub bass"
    | "saw bass"
    | "reese bass"
    | "club bass"
    | "saw lead"
    | "synth pluck"
    | "synth bell"
    | "pulse lead"
    | "pulse arp"
    | "triangle bass"
    | "standard kit"
    | "room kit"
    | "power kit"
    | "jazz kit"
    | "brush kit"
    | "orchestra kit"
    | "club kit"
    | "retro kit"
    | "chip kit"
  )[];
  /** What is left out. */
  without?: (
    | "melody"
    | "chords"
    | "piano"
    | "keys"
    | "mallets"
    | "organ"
    | "guitar"
    | "bass"
    | "strings"
    | "voices"
    | "brass"
    | "woodwinds"
    | "synth"
    | "plucked"
    | "drums"
  )[];
  /** How the intensity moves. */
  energy?: "steady" | "build" | "fade" | "wave";
  /** How dense and loud it is played. */
  intensity?: number;
  era?:
  | "medieval"
  | "baroque"
  | "classical"
  | "romantic"
  | "1920s"
  | "1930s"
  | "1940s"
  | "1950s"
  | "1960s"
  | "1970s"
  | "1980s"
  | "1990s"
  | "2000s"
  | "vintage"
  | "modern"
  | "futuristic" | null;
  /** Each fills its length in whole bars where a tempo within 3 percent allows it. Their lengths must add up to `seconds`. */
  sections?: MusicSection[];
  /** Seconds at which an accent falls, in order, at least 0.1 s apart and 0.5 s before the end. */
  hit_points?: number[];
};

export type MusicRequest = {
  /** Genre, mood, tempo, key, instruments and era in your own words. `no` and `without` leave something out. */
  prompt: string;
  /** Required, unless `history_id` is given: then the length of the speech is the default. */
  seconds?: number;
  /** Speech from GET /api/v1/history: the music is lowered while its words are spoken. */
  history_id?: string;
  /** By how many decibels the music is lowered under the words of `history_id`. Default: 10. */
  duck_db?: number;
  /** Another seed gives another piece. The same request gives the same sound, and the same bytes while the first is in the history. */
  seed?: number;
  /** Quarter notes per minute, played exactly; the last chord lasts until the end. A loop may adjust it by up to 3 percent. */
  bpm?: number;
  /** A note and a mode: `C major`, `F# minor`, `D dorian`. */
  key?: string;
  /** Time signature. */
  time_signature?:
  | "4/4"
  | "3/4"
  | "2/4"
  | "6/8"
  | "5/4"
  | "7/8"
  | "12/8";
  /** How dense and loud it is played. */
  intensity?: number;
  /** Each fills its length in whole bars where a tempo within 3 percent allows it. Their lengths must add up to `seconds`. */
  sections?: MusicSection[];
  /** Seconds at which an accent falls, in order, at least 0.1 s apart and 0.5 s before the end. */
  hit_points?: number[];
  /** Ends where it begins, so that it can be repeated without a seam. */
  loop?: boolean;
  /** ogg is Vorbis; midi has the notes without the sound. */
  format?: "wav" | "mp3" | "flac" | "ogg" | "midi";
  /** Answers with a ZIP archive: `mix` and one file each for drums, bass, chords, pads, melody and noise, as far as the piece has them. They sum to the mix, sample by sample. For the formats wav and flac. */
  stems?: boolean;
  /** From `models` of GET /api/v1/music. Default: the service’s own. A worker’s model reads the prompt in its own way and may not repeat itself. */
  model?: string;
  /** Overrides what is read from the prompt. */
  plan?: MusicPlanChange;
};

export type MusicSection = {
  seconds: number;
  /** Your name for it. `intro`, `verse`, `build`, `chorus`, `bridge` and the like are understood. */
  name?: string | null;
  /** Decides mode, tempo and intensity where nothing else does. */
  mood?:
  | "neutral"
  | "happy"
  | "hopeful"
  | "triumphant"
  | "playful"
  | "romantic"
  | "calm"
  | "dreamy"
  | "nostalgic"
  | "sad"
  | "dark"
  | "mysterious"
  | "tense"
  | "scary"
  | "angry"
  | "epic"
  | "energetic"
  | "relaxed"
  | "serious"
  | "groovy";
  /** A note and a mode: `C major`, `F# minor`, `D dorian`. */
  key?: string;
  /** How dense and loud it is played. */
  intensity?: number;
  /** Null follows the curve of the whole piece. */
  energy?: "steady" | "build" | "fade" | "wave" | null;
};

export type OpenAIError = {
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string | null;
  };
  code: string;
  request_id: string;
};

export type PaymentEvent = {
  id: string;
  provider: string;
  type: string;
  reference: string | null;
  /** stored, acted, ignored or held (waits for a release). */
  status: string;
  /** What was done, or why nothing was. */
  note: string | null;
  account_id: string | null;
  /** False when the signature does not cover the body. */
  body_signed: boolean;
  attempts: number;
  received_at: string;
  acted_at: string | null;
};

export type Payout = {
  id: string;
  status: "requested" | "paid" | "rejected";
  amount_credits: number;
  /** Why it was rejected. */
  reason: string | null;
  requested_at: string;
  decided_at: string | null;
};

export type Plan = {
  id: string;
  name: string;
  usd_per_month: number;
  /** One pool for speech, video, transcription and sound. */
  credits_per_month: number;
  /** For POST /api/v1/generate. */
  routing_credits_per_month: number;
  /** Taken from the prepaid balance. */
  overage_usd_per_1000_credits: number;
  caps: {
    /** Length of one video, audio or upload. */
    media_seconds: number;
    upload_bytes: number;
    /** Number of stored assets. */
    assets: number;
    /** Size of all stored assets together. */
    asset_bytes: number;
    generate_per_minute: number;
    /** 0: no batches. */
    batch_items: number;
    /** Clones and designed voices together. */
    voice_slots: number;
    video_height: number;
    audio_kbps: number;
    /** With agents, at a time. */
    conversations: number;
  };
  language_model: LanguageModelPlan;
  neural_lip_sync: "optional" | "required";
  cloning: "none" | "instant" | "professional";
};

export type Review = {
  id: string;
  listing_id: string;
  rating: number;
  comment: string | null;
  /** You wrote it. */
  own: boolean;
  created_at: string;
  updated_at: string;
};

export type SellerVerification = {
  status: "pending" | "verified" | "rejected";
  legal_name: string;
  country: string;
  /** Empty if the server lacks the key that sealed it. */
  document_last_four: string;
  /** Why it was rejected. */
  reason: string | null;
  requested_at: string;
  decided_at: string | null;
};

export type Transcript = {
  text: string;
  /** ISO code, as requested or detected. */
  language: string;
  /** Seconds. */
  duration_seconds: number;
  segments: {
    /** Seconds. */
    start: number;
    /** Seconds. */
    end: number;
    text: string;
    /** Numbered in order of appearance. */
    speaker?: string;
  }[];
  words: {
    /** Seconds. */
    start: number;
    /** Seconds. */
    end: number;
    word: string;
    confidence?: number;
    /** Numbered in order of appearance. */
    speaker?: string;
  }[];
  /** The speakers in order of appearance, with their total time. Only with `speaker_labels`. */
  speakers?: {
    /** Numbered in order of appearance. */
    speaker: string;
    /** Seconds. */
    seconds: number;
  }[];
  /** Model that transcribed the audio. */
  model: string;
  /** Credits charged. */
  credits: number;
};

export type TurnAnswer = {
  conversation_id: string;
  /** 0 is the first message of the agent. */
  turn: number;
  /** What was said. */
  transcript: string | null;
  /** Of what was said. Null for text. */
  language: string | null;
  heard_seconds: number;
  /** Of a reply that was interrupted, the words that were heard. */
  reply: string;
  interrupted: boolean;
  /** The rest of a reply that was interrupted. */
  unheard: string | null;
  /** Signed URL of the reply, readable without a key for 7 days. The sound is kept for 30 days. Null if it was only streamed, or spoken in a live conversation of an agent without `keep_audio`. */
  audio_url: string | null;
  /** Signed URL of what the caller sent, readable without a key for 7 days, if the agent keeps it (`keep_audio`). */
  caller_audio_url: string | null;
  /** Functions that were called. */
  tools: {
    name: string;
    arguments: unknown;
    result: unknown;
    ok: boolean;
  }[];
  /** Milliseconds until the words were known, the reply was thought, and it was spoken. */
  latency_ms: {
    heard: number;
    thought: number;
    spoke: number;
    total: number;
  };
  /** 5 per second heard, 1 per character spoken. */
  credits: number;
  created_at: string;
  /** Why the conversation ended with this turn. Null if it goes on. */
  ended:
  | "handed_over"
  | "ended_by_agent"
  | "ended_by_client"
  | "idle"
  | "time_limit"
  | "out_of_credits"
  | "agent_deleted" | null;
};

export type VoiceClone = {
  /** Also the `voice_id`. */
  id: string;
  voice_id: string;
  name: string;
  /** Usable as `voice_id` once it is ready. */
  status: "queued" | "training" | "ready" | "failed";
  kind: "instant" | "professional";
  /** The engine that was requested. */
  engine: string;
  /** The engine that made the voice: the requested one if a worker offers it, otherwise the built-in one. Null until it is ready. A voice of another engine may need a worker with that engine to speak: 503 `voice_engine_offline` while none is connected. */
  served_by: string | null;
  /** Percent. */
  progress: number;
  language: string;
  /** From −1 to 1; see `similarity_note`. Null until it is ready. */
  similarity: number | null;
  similarity_note: string;
  /** The preset that gives the voice its accent. Null until it is ready, and for voices that only their own engine speaks. */
  base_voice: string | null;
  /** A new voice speaks through the original engine at once. When the server has time, it prepares the fast engine for the voice, which takes some minutes, and compares both: only a voice that loses nothing moves over. Null until the server has begun. */
  fast_speech: {
    /** `ready`: the voice speaks through the fast engine, as presets do. `unsuitable`: it would lose likeness, loudness or clarity, so it keeps the original engine. */
    status: "preparing" | "ready" | "unsuitable" | "failed";
    /** What was measured, or what kept the voice as it was. */
    reasons: string[];
    judged_at: string | null;
  } | null;
  /** What was measured of each sample. */
  quality: {
    /** File name. */
    sample: string;
    seconds: number;
    /** Of the part that was judged. */
    speech_seconds: number;
    /** Level of the speech above the background, as uploaded. */
    snr_db: number;
    quality: number;
    note: string;
  }[];
  /** The voice whose delivery it has. */
  prosody_from: string | null;
  /** The voice that this one is a remix of. */
  remix_of: string | null;
  /** How it was remixed. Null unless it is a remix. */
  remix: {
    prompt: string;
    strength: number;
    /** Words of the prompt that had an effect. */
    understood: string[];
    /** Words of the prompt that had none. */
    ignored: string[];
  } | null;
  /** Why it failed. */
  error: string | null;
  /** Stable name of the cause. */
  error_code: string | null;
  /** Null for remixes, which need none of their own. */
  consent: {
    version: string;
    given_at: string;
    /** Whether the consent was also spoken, in the voice of the samples. */
    verified: boolean;
  } | null;
  /** The job that makes the voice. DELETE /api/v1/jobs/{id} cancels it. */
  job_id: string;
  created_at: string;
};

export type VoiceConsent = {
  id: string;
  version: string;
  /** The text that was agreed to. */
  text: string;
  /** IP address of the request. */
  address: string | null;
  /** Hashes of what was uploaded. */
  sample_sha256: string[];
  given_at: string;
  /** JWS in compact form, signed with the key of GET /api/voices/consent/public-key. */
  receipt: string;
  voice_id: string;
  /** Whether the consent was spoken in the voice of the samples. */
  verified: boolean;
  verified_at: string | null;
  /** What was read aloud. */
  sentence: string | null;
};

export type VoiceDesign = {
  /** The voice_id. */
  id: string;
  voice_id: string;
  name: string;
  status: "queued" | "ready" | "failed";
  /** Null for a saved blend. */
  prompt: string | null;
  /** The blend that was saved. Null for a description. */
  blend: string | null;
  /** The engine that was asked for. */
  engine: string;
  /** The engine that made the voice. Null until ready. */
  served_by: string | null;
  language: string;
  /** As asked for, or as chosen from the description. */
  gender: string | null;
  age: string | null;
  accent: string | null;
  seed: number | null;
  /** The preset that sets language and accent. Null until ready. */
  base_voice: string | null;
  /** A new voice speaks through the original engine at once. When the server has time, it prepares the fast engine for the voice, which takes some minutes, and compares both: only a voice that loses nothing moves over. Null until the server has begun. */
  fast_speech: {
    /** `ready`: the voice speaks through the fast engine, as presets do. `unsuitable`: it would lose likeness, loudness or clarity, so it keeps the original engine. */
    status: "preparing" | "ready" | "unsuitable" | "failed";
    /** What was measured, or what kept the voice as it was. */
    reasons: string[];
    judged_at: string | null;
  } | null;
  /** Words of the description that shaped the voice. */
  understood: string[];
  /** Words of the description that had no effect. */
  ignored: string[];
  remix_of: string | null;
  error: string | null;
  error_code: string | null;
  created_at: string;
};

export type WebhookDelivery = {
  id: string;
  /** Name of the event, such as `video.completed`. */
  event: string;
  /** Id of the job, batch, clone or design. */
  subject_id: string;
  url: string;
  /** A delivery waiting for its next attempt is pending. */
  status: "pending" | "sending" | "delivered" | "failed";
  attempts: number;
  /** HTTP status of the last attempt. */
  response_status: number | null;
  /** The first 1,024 bytes of the last response. */
  response_body: string | null;
  /** Why the last attempt failed: unexpected_status, outbound_timeout, outbound_unreachable, outbound_redirect, url_not_allowed, or interrupted when the server stopped during it. */
  error: string | null;
  /** The request body. */
  payload: Record<string, unknown>;
  /** For a replay: the first delivery of the event. */
  replay_of: string | null;
  created_at: string;
  /** Start of the last attempt. */
  attempted_at: string | null;
  /** When a pending delivery is due. */
  next_attempt_at: string | null;
  /** When it was delivered or failed for good. */
  finished_at: string | null;
};

export type WebhookTest = {
  /** Whether the receiver responded with 2xx. */
  delivered: boolean;
  url: string;
  /** HTTP status of the response. */
  status: number | null;
  /** Time until the response or the failure, in milliseconds. */
  ms: number;
  /** The first 1,024 bytes of the response. */
  response_body: string | null;
  /** Why it failed, as in a webhook delivery. */
  error: string | null;
};

export type WorkerSecret = {
  id: string;
  name: string;
  /** Kinds of jobs that its workers may take. Null means all. */
  kinds: string[] | null;
  last_four: string;
  created_at: string;
  /** Accurate to the minute. */
  last_used_at: string | null;
  revoked_at: string | null;
};

/** What a webhook receives, by `event`. */
export type WebhookEvent =
| {
  event: "video.completed";
  job_id: string;
  status: "completed";
  /** Signed URL of the MP4, or of the sound that a dub made, readable without a key for 7 days. */
  output_url: string;
  duration_seconds: number;
  /** Only for dubs. */
  kind?: "dub";
  /** Only for dubs. */
  dub_id?: string;
}
| {
  event: "video.failed";
  job_id: string;
  status: "failed";
  error: string;
  /** Prepaid credit returned to the wallet. */
  refunded_cents: number;
  /** Only for dubs. */
  kind?: "dub";
  /** Only for dubs. */
  dub_id?: string;
}
| {
  event: "dub.completed";
  job_id: string;
  dub_id: string;
  status: "completed";
  /** Signed URL of the film or sound, readable without a key for 7 days. */
  output_url: string;
  duration_seconds: number;
}
| {
  event: "dub.failed";
  job_id: string;
  dub_id: string;
  status: "failed";
  error: string;
  /** Prepaid credit returned to the wallet. */
  refunded_cents: number;
}
| {
  event: "inference.completed";
  job_id: string;
  status: "completed";
  /** Signed URL of the JSON result, readable without a key for 7 days. */
  output_url: string;
}
| {
  event: "inference.failed";
  job_id: string;
  status: "failed";
  error: string;
  /** Prepaid credit returned to the wallet. */
  refunded_cents: number;
}
| {
  event: "batch.completed";
  id: string;
  status: "COMPLETED";
  metrics: {
    totalGenerations: number;
    successCount: number;
    failedCount: number;
    pendingCount: number;
  };
}
| {
  event: "clone.ready";
  clone_id: string;
  voice_id: string;
  status: "ready";
  name: string;
  engine: string;
}
| {
  event: "clone.failed";
  clone_id: string;
  voice_id: string;
  status: "failed";
  error: string;
}
| {
  event: "design.ready";
  design_id: string;
  voice_id: string;
  status: "ready";
  name: string;
  engine: string;
  prompt: string;
}
| {
  event: "design.failed";
  design_id: string;
  voice_id: string;
  status: "failed";
  error: string;
}
| {
  event: "listing.unlisted";
  listing_id: string;
  voice_id: string;
  title: string;
  /** Null: the voice was deleted and is no longer usable. */
  usable_until: string | null;
}
| {
  event: "listing.taken_down";
  listing_id: string;
  voice_id: string;
  title: string;
  reason: string;
}
| {
  event: "listing.price_changed";
  listing_id: string;
  voice_id: string;
  title: string;
  /** Per use. */
  price_credits: number;
  previous_price_credits: number;
}
| {
  event: "usage.alert";
  percent: number;
  used_credits: number;
  included_credits: number;
  resets_at: string;
}
| {
  event: "auto_top_up.failed";
  amount_cents: number;
  /** The card provider's reason, such as insufficient_funds. */
  error: string;
}
| {
  event: "conversation.ended";
  conversation_id: string;
  agent_id: string | null;
  /** Why, as `ended_reason` of the conversation says: handed_over, ended_by_agent, idle, … */
  reason: string;
  turns: number;
  credits: number;
  started_at: string;
  ended_at: string;
}
| {
  event: "webhook.test";
  message: string;
  sent_at: string;
};

/** Every operation of the API: what it takes and what it answers with. */
export type Operations = {
  /** Delete the account */
  'DELETE /api/account': {
    input: {
      json: {
        /** The current password. */
        password: string;
        /** Authenticator or recovery code, if two-factor authentication is on. */
        totp?: string;
        /** Forfeits the money left in the wallet. */
        forfeit_balance?: boolean;
        /** Forfeits what your voices earned and was not paid out. Payouts that wait are rejected. */
        forfeit_earnings?: boolean;
      };
    };
    output: undefined;
  };
  /** Revoke a worker secret */
  'DELETE /api/admin/worker-secrets/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: WorkerSecret;
  };
  /** Turn off two-factor authentication */
  'DELETE /api/auth/2fa': {
    input: {
      json: {
        /** Authenticator or recovery code. */
        code: string;
        /** The password of the account. */
        password: string;
      };
    };
    output: {
      two_factor_enabled: false;
    };
  };
  /** Remove a passkey */
  'DELETE /api/auth/passkeys/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** The password of the account. */
        password?: string;
        /** Authenticator or recovery code, if two-factor authentication is on. */
        totp?: string;
      };
    };
    output: undefined;
  };
  /** Revoke an API key */
  'DELETE /api/keys/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      name: string;
      /** The first characters of the key. */
      prefix: string;
      /** The last four characters of the key. */
      last_four: string;
      created_at: string;
      /** Accurate to the minute. */
      last_used_at: string | null;
      revoked: boolean;
      revoked_at: string | null;
      permissions: string[] | null;
      allowed_addresses: string[] | null;
      monthly_credit_limit: number | null;
    };
  };
  /** Delete a saved run */
  'DELETE /api/runs/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Revoke all other sessions */
  'DELETE /api/sessions': {
    input: object;
    output: {
      revoked: number;
    };
  };
  /** Revoke a session */
  'DELETE /api/sessions/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Delete an agent */
  'DELETE /api/v1/agents/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Delete a document of an agent */
  'DELETE /api/v1/agents/{id}/knowledge/{document_id}': {
    input: {
      path: {
        id: string;
        document_id: string;
      };
    };
    output: undefined;
  };
  /** Delete an asset */
  'DELETE /api/v1/assets/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Delete a conversation and its sound */
  'DELETE /api/v1/conversations/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Delete a dub */
  'DELETE /api/v1/dub/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Delete a line of a dub */
  'DELETE /api/v1/dub/{id}/lines/{line_id}': {
    input: {
      path: {
        id: string;
        line_id: string;
      };
    };
    output: undefined;
  };
  /** Cancel a batch */
  'DELETE /api/v1/generate/batch/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Batch;
  };
  /** Delete a generation and its audio */
  'DELETE /api/v1/history/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Cancel a job */
  'DELETE /api/v1/jobs/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Job;
  };
  /** Delete a voice clone */
  'DELETE /api/voices/clone/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** Unlist a clone */
  'DELETE /api/voices/clone/{id}/publish': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      listing: Listing;
      voice_id: string;
    };
  };
  /** Delete a voice design */
  'DELETE /api/voices/design/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: undefined;
  };
  /** List security events of the account */
  'GET /api/account/audit-log': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Only events of this kind. */
        event?:
        | "account.created"
        | "account.deleted"
        | "account.exported"
        | "sign_in.succeeded"
        | "sign_in.failed"
        | "sign_in.locked"
        | "session.signed_out"
        | "session.revoked"
        | "session.others_revoked"
        | "api_key.created"
        | "api_key.changed"
        | "api_key.revoked"
        | "api_key.all_revoked"
        | "api_key.limit_changed"
        | "two_factor.enabled"
        | "two_factor.disabled"
        | "two_factor.recovery_code_used"
        | "two_factor.recovery_codes_replaced"
        | "passkey.added"
        | "passkey.changed"
        | "passkey.removed"
        | "password.changed"
        | "password.wrong"
        | "password.reset"
        | "password.reset_link_printed"
        | "email.change_requested"
        | "email.changed"
        | "email.verified"
        | "settings.webhook_changed"
        | "settings.webhook_secret_replaced"
        | "plan.changed"
        | "credits.adjusted"
        | "payment.released"
        | "payment.replayed"
        | "payout.requested"
        | "payout.approved"
        | "payout.rejected"
        | "seller.verified"
        | "seller.rejected"
        | "listing.approved"
        | "listing.rejected"
        | "listing.taken_down"
        | "report.closed"
        | "admin.granted"
        | "admin.revoked"
        | "worker.created"
        | "worker.revoked"
        | "data_key.rotated";
        /** Only events at or after this time. */
        from?: string;
        /** Only events before this time. */
        to?: string;
      };
    };
    output: {
      events: AuditEvent[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Export the account */
  'GET /api/account/export': {
    input: object;
    output: Media;
  };
  /** List audit events of all accounts */
  'GET /api/admin/audit-log': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Only events of this kind. */
        event?:
        | "account.created"
        | "account.deleted"
        | "account.exported"
        | "sign_in.succeeded"
        | "sign_in.failed"
        | "sign_in.locked"
        | "session.signed_out"
        | "session.revoked"
        | "session.others_revoked"
        | "api_key.created"
        | "api_key.changed"
        | "api_key.revoked"
        | "api_key.all_revoked"
        | "api_key.limit_changed"
        | "two_factor.enabled"
        | "two_factor.disabled"
        | "two_factor.recovery_code_used"
        | "two_factor.recovery_codes_replaced"
        | "passkey.added"
        | "passkey.changed"
        | "passkey.removed"
        | "password.changed"
        | "password.wrong"
        | "password.reset"
        | "password.reset_link_printed"
        | "email.change_requested"
        | "email.changed"
        | "email.verified"
        | "settings.webhook_changed"
        | "settings.webhook_secret_replaced"
        | "plan.changed"
        | "credits.adjusted"
        | "payment.released"
        | "payment.replayed"
        | "payout.requested"
        | "payout.approved"
        | "payout.rejected"
        | "seller.verified"
        | "seller.rejected"
        | "listing.approved"
        | "listing.rejected"
        | "listing.taken_down"
        | "report.closed"
        | "admin.granted"
        | "admin.revoked"
        | "worker.created"
        | "worker.revoked"
        | "data_key.rotated";
        /** Only events at or after this time. */
        from?: string;
        /** Only events before this time. */
        to?: string;
        /** Only what happened to this account. */
        account_id?: string;
        /** Only what was done by this kind of actor. */
        actor?: "account" | "administrator" | "operator" | "payment_provider" | "system" | "anonymous";
        /** Only what this account did, to itself or as an administrator. */
        actor_account_id?: string;
      };
    };
    output: {
      events: AdminAuditEvent[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List the sounds of the listening test */
  'GET /api/admin/listening-test': {
    input: object;
    output: {
      /** Version of the mark. Null: this service does not mark what it makes. */
      mark: string | null;
      samples: {
        id:
        | "speech-woman"
        | "speech-man"
        | "speech-quiet"
        | "piano"
        | "band"
        | "rain"
        | "bell";
        kind: string;
      }[];
    };
  };
  /** Get a sound of the listening test with the mark */
  'GET /api/admin/listening-test/{sample}/marked': {
    input: {
      path: {
        sample:
        | "speech-woman"
        | "speech-man"
        | "speech-quiet"
        | "piano"
        | "band"
        | "rain"
        | "bell";
      };
    };
    output: Media;
  };
  /** Get a sound of the listening test without the mark */
  'GET /api/admin/listening-test/{sample}/plain': {
    input: {
      path: {
        sample:
        | "speech-woman"
        | "speech-man"
        | "speech-quiet"
        | "piano"
        | "band"
        | "rain"
        | "bell";
      };
    };
    output: Media;
  };
  /** List reports about listings */
  'GET /api/admin/listing-reports': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "open" | "closed";
      };
    };
    output: {
      reports: {
        id: string;
        listing_id: string;
        listing_title: string;
        listing_status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
        account_id: string;
        reason: string;
        details: string | null;
        created_at: string;
        /** Null: nobody has dealt with it. */
        closed_at: string | null;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List listings of all accounts */
  'GET /api/admin/listings': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
      };
    };
    output: {
      listings: {
        /** The `voice_id` once you have a licence. */
        id: string;
        voice_id: string;
        title: string;
        description: string;
        tags: string[];
        language: string;
        gender: string | null;
        /** Per use, on top of the characters. */
        priceCredits: number;
        visibility: "public" | "unlisted" | "invited";
        licence: string;
        status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
        /** Why it was rejected or taken down. */
        reason?: string;
        uses: number;
        /** Null without reviews. */
        ratingAvg: number | null;
        reviewCount: number;
        /** You can use it. */
        licensed: boolean;
        own: boolean;
        /** For the seller. */
        clone_id?: string;
        /** For the seller. */
        sellerEarningsCredits?: number;
        /** For the seller: what a use costs while a change of the price waits for review. */
        chargedCredits?: number;
        /** For the seller: who is invited, in lower case. */
        invite_emails?: string[];
        preview_url: string;
        published_at: string | null;
        unlisted_at: string | null;
        account_id: string;
        revision: number;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List payment webhooks that were received */
  'GET /api/admin/payment-events': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "stored" | "acted" | "ignored" | "held";
        provider?: string;
        account_id?: string;
      };
    };
    output: {
      payment_events: PaymentEvent[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Read a payment webhook with its payload */
  'GET /api/admin/payment-events/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      provider: string;
      type: string;
      reference: string | null;
      /** stored, acted, ignored or held (waits for a release). */
      status: string;
      /** What was done, or why nothing was. */
      note: string | null;
      account_id: string | null;
      /** False when the signature does not cover the body. */
      body_signed: boolean;
      attempts: number;
      received_at: string;
      acted_at: string | null;
      /** The body as it arrived. */
      payload: string | null;
    };
  };
  /** List payouts of all accounts */
  'GET /api/admin/payouts': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "requested" | "paid" | "rejected";
      };
    };
    output: {
      payouts: {
        id: string;
        status: "requested" | "paid" | "rejected";
        amount_credits: number;
        /** Why it was rejected. */
        reason: string | null;
        requested_at: string;
        decided_at: string | null;
        account_id: string;
        /** By the seller so far. */
        earned_credits: number;
        /** Of sales whose payment was refunded or disputed. */
        reversed_credits: number;
        /** Too young to be paid out. */
        pending_credits: number;
        /** What the seller could still request beside this payout. Below zero: the payout is not covered. */
        available_credits: number;
        /** The part of `earned_credits` that came from the monthly credits of free plans. A large part may be the seller’s own accounts. */
        free_plan_credits: number;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Report revenue by day and plan */
  'GET /api/admin/revenue': {
    input: {
      query?: {
        /** Date or time, inclusive. Default: 30 days before `to`. */
        from?: string;
        /** Date or time, exclusive. Default: now. */
        to?: string;
      };
    };
    output: {
      from: string;
      to: string;
      total: {
        payments: number;
        /** In US cents, taxes included. */
        gross_cents: number;
        tax_cents: number;
        /** Below zero when disputes were won. */
        refunded_cents: number;
      };
      revenue: {
        /** In UTC. */
        day: string;
        /** The plan that was paid for, or `top_up`. */
        plan: string;
        payments: number;
        /** In US cents, taxes included. */
        gross_cents: number;
        tax_cents: number;
        /** Below zero when disputes were won. */
        refunded_cents: number;
      }[];
    };
  };
  /** List seller verifications */
  'GET /api/admin/seller-verifications': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "pending" | "verified" | "rejected";
      };
    };
    output: {
      verifications: {
        status: "pending" | "verified" | "rejected";
        legal_name: string;
        country: string;
        /** Empty if the server lacks the key that sealed it. */
        document_last_four: string;
        /** Why it was rejected. */
        reason: string | null;
        requested_at: string;
        decided_at: string | null;
        account_id: string;
        id: string;
        /** Null if the server lacks the key that sealed it. */
        document_id: string | null;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List accounts */
  'GET /api/admin/users': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        query?: string;
      };
    };
    output: {
      users: {
        id: string;
        email: string;
        name: string;
        plan: string;
        email_verified: boolean;
        admin: boolean;
        created_at: string;
        creditBalanceCents: number;
        owedCents: number;
        routingCredits: number;
        credits: {
          included: number;
          used: number;
          remaining: number;
          owed: number;
          resets_at: string;
        };
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get an account */
  'GET /api/admin/users/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      email: string;
      name: string;
      plan: string;
      email_verified: boolean;
      admin: boolean;
      created_at: string;
      creditBalanceCents: number;
      owedCents: number;
      routingCredits: number;
      credits: {
        included: number;
        used: number;
        remaining: number;
        owed: number;
        resets_at: string;
      };
    };
  };
  /** Read the ledger of an account */
  'GET /api/admin/users/{id}/ledger': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        balance?: "wallet" | "owed" | "credits" | "routing_credits";
      };
    };
    output: {
      entries: {
        id: string;
        at: string;
        /** What moved it, such as `top_up`, `use`, `reserve`, `settle` or `renew`. */
        kind: string;
        reason: string;
        /** What it moved: wallet, owed, credits, routing_credits. */
        balance: string;
        unit: "usd" | "credits";
        change: number;
        balance_after: number;
        /** The charge of a request. */
        charge_id: string | null;
        /** The `X-Request-Id` of that request. */
        request_id: string | null;
        /** As it was recorded. */
        note: string | null;
        /** The payment or refund. */
        reference: string | null;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List webhook deliveries of all accounts */
  'GET /api/admin/webhook-deliveries': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Only this event. */
        event?: string;
        /** Only deliveries with this status. */
        status?: "pending" | "sending" | "delivered" | "failed";
        /** Only events about this job, batch, clone or design. */
        subject_id?: string;
        /** Only deliveries of this account. */
        account_id?: string;
      };
    };
    output: {
      webhook_deliveries: {
        id: string;
        /** Name of the event, such as `video.completed`. */
        event: string;
        /** Id of the job, batch, clone or design. */
        subject_id: string;
        url: string;
        /** A delivery waiting for its next attempt is pending. */
        status: "pending" | "sending" | "delivered" | "failed";
        attempts: number;
        /** HTTP status of the last attempt. */
        response_status: number | null;
        /** The first 1,024 bytes of the last response. */
        response_body: string | null;
        /** Why the last attempt failed: unexpected_status, outbound_timeout, outbound_unreachable, outbound_redirect, url_not_allowed, or interrupted when the server stopped during it. */
        error: string | null;
        /** The request body. */
        payload: Record<string, unknown>;
        /** For a replay: the first delivery of the event. */
        replay_of: string | null;
        created_at: string;
        /** Start of the last attempt. */
        attempted_at: string | null;
        /** When a pending delivery is due. */
        next_attempt_at: string | null;
        /** When it was delivered or failed for good. */
        finished_at: string | null;
        account_id: string;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List worker secrets */
  'GET /api/admin/worker-secrets': {
    input: object;
    output: {
      worker_secrets: WorkerSecret[];
    };
  };
  /** List workers, most recently seen first */
  'GET /api/admin/workers': {
    input: object;
    output: {
      workers: {
        id: string;
        name: string;
        capabilities: string[];
        /** Seen in the last 90 seconds. */
        alive: boolean;
        registered_at: string;
        last_seen_at: string;
      }[];
    };
  };
  /** List passkeys */
  'GET /api/auth/passkeys': {
    input: object;
    output: {
      passkeys: {
        id: string;
        name: string;
        created_at: string;
        last_used_at: string | null;
      }[];
    };
  };
  /** List invoices */
  'GET /api/billing/invoices': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      invoices: Invoice[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Download an invoice as PDF */
  'GET /api/billing/invoices/{id}.pdf': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** List the credit limits of API keys */
  'GET /api/billing/key-limits': {
    input: object;
    output: {
      key_limits: {
        key_id: string;
        /** Credits that the key may use per billing cycle. Null means no limit. */
        monthlyCredits: number | null;
        /** In this cycle, including work in progress. */
        usedCredits: number;
        resets_at: string;
      }[];
    };
  };
  /** Read the ledger */
  'GET /api/billing/ledger': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        balance?: "wallet" | "owed" | "credits" | "routing_credits";
        /** Overrides the Accept header. `csv` is the whole statement, without pages. */
        format?: "json" | "csv";
      };
    };
    output: {
      entries: LedgerEntry[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    } | Media;
  };
  /** Read the pay-as-you-go settings */
  'GET /api/billing/payg-settings': {
    input: object;
    output: {
      /** Top up automatically when the balance is low. */
      autoTopUpEnabled: boolean;
      autoTopUpAmountCents: number;
      lowBalanceThresholdCents: number;
      /** Prepaid spend allowed per billing cycle. Null means no cap. */
      monthlySpendCapCents: number | null;
      /** Percentages of the monthly credits at which the account gets a mail and a `usage.alert` webhook, once per cycle. */
      usageAlertPercents: number[];
      /** Sum of automatic top-ups allowed per billing month. Null means no cap. */
      autoTopUpMonthlyCapCents: number | null;
    };
  };
  /** Get what the console can offer */
  'GET /api/console': {
    input: object;
    output: {
      /** Version of the service. */
      version: string;
      /** Whether the action `demo` of `POST /api/auth` works for this caller. */
      demo: boolean;
      /** Whether links to verify addresses and reset passwords can be sent. */
      mail: boolean;
      /** Whether `POST /api/v1/provenance/check` works without a key. */
      check: boolean;
    };
  };
  /** Readiness probe */
  'GET /api/health': {
    input: object;
    output: {
      status: "ok" | "down" | "stopping";
      checks: {
        database: "ok" | "starting" | "missing" | "down";
        storage: "ok" | "starting" | "missing" | "down";
        queue: "ok" | "starting" | "missing" | "down";
        ffmpeg: "ok" | "starting" | "missing" | "down";
        sandbox: "ok" | "starting" | "missing" | "down";
        engines: Record<string, "ok" | "starting" | "missing" | "down">;
      };
    };
  };
  /** List API keys */
  'GET /api/keys': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      keys: {
        id: string;
        name: string;
        /** The first characters of the key. */
        prefix: string;
        /** The last four characters of the key. */
        last_four: string;
        created_at: string;
        /** Accurate to the minute. */
        last_used_at: string | null;
        revoked: boolean;
        revoked_at: string | null;
        permissions: string[] | null;
        allowed_addresses: string[] | null;
        monthly_credit_limit: number | null;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Liveness probe */
  'GET /api/live': {
    input: object;
    output: {
      status: "ok";
    };
  };
  /** Get the signed-in user */
  'GET /api/me': {
    input: object;
    output: {
      user: {
        id: string;
        email: string;
        email_verified: boolean;
        name: string;
        plan: string;
        admin: boolean;
        two_factor_enabled: boolean;
        webhookUrl: string | null;
        created_at: string;
        /** Prepaid balance. */
        creditBalanceCents?: number;
        /** Taken back by refunds and disputes beyond the balance. The next top-up pays it first. */
        owedCents?: number;
        routingCredits?: number;
        autoTopUpEnabled?: boolean;
        /** Amount of an automatic top-up. */
        autoTopUpAmountCents?: number;
        /** Balance below which a top-up starts. */
        lowBalanceThresholdCents?: number;
        monthlySpendCapCents?: number | null;
        usageAlertPercents?: number[];
        autoTopUpMonthlyCapCents?: number | null;
        /** The plan after a downgrade or cancellation, and when it starts. */
        scheduledPlan?: {
          plan: string;
          effective_at: string;
        } | null;
        /** Stored assets and the caps of the plan. */
        storage?: {
          assets: number;
          max_assets: number;
          bytes: number;
          max_bytes: number;
        };
        credits?: {
          included: number;
          used: number;
          remaining: number;
          /** Spent of a month whose payment went back. The next grants pay it first. */
          owed: number;
          resets_at: string;
        };
      } | null;
      /** Send it as X-CSRF-Token with administrative requests that modify data. */
      csrf_token?: string;
    };
  };
  /** List saved runs */
  'GET /api/runs': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      runs: {
        id: string;
        name: string;
        operation: string;
        created_at: string;
        updated_at: string;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a saved run with its request */
  'GET /api/runs/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      name: string;
      operation: string;
      created_at: string;
      updated_at: string;
      request: Record<string, unknown>;
    };
  };
  /** List sessions */
  'GET /api/sessions': {
    input: object;
    output: {
      sessions: {
        id: string;
        /** True for the session that made this request. */
        current: boolean;
        /** IPv4 address or IPv6 /64 that the session was opened from. */
        address: string | null;
        user_agent: string | null;
        created_at: string;
        /** Accurate to the hour. */
        last_seen_at: string;
        expires_at: string;
      }[];
    };
  };
  /** Get the settings */
  'GET /api/settings': {
    input: object;
    output: {
      /** Webhook URL for requests without a `webhook_url` of their own. HTTPS in production; null turns it off. */
      webhookUrl: string | null;
      /** Signs events with Standard Webhooks headers. Needs a secret. */
      webhookSigning: boolean;
      /** Retries deliveries that do not get a 2xx response: nine times within 76 hours. */
      webhookRetries: boolean;
      /** Sends `dub.completed` and `dub.failed` besides `video.completed` and `video.failed`, which every dub announces. */
      webhookDubEvents: boolean;
      /** When the signing secret was created; null without one. */
      webhookSecretCreatedAt: string | null;
    };
  };
  /** Report usage */
  'GET /api/usage': {
    input: {
      query?: {
        /** Date or time, inclusive. Default: 30 days before `to`. */
        from?: string;
        /** Date or time, exclusive. Default: now. */
        to?: string;
        group_by?: "day" | "unit" | "key" | "voice";
      };
    };
    output: {
      from: string;
      to: string;
      group_by: string;
      total: {
        credits: number;
        charges: number;
        prepaid_cents: number;
        /** Quantity of each metered unit. */
        units: Record<string, number>;
      };
      usage: {
        group: string;
        /** With `group_by=key`: the name of the API key; null for a session. */
        name?: string | null;
        credits: number;
        charges: number;
        prepaid_cents: number;
        /** Quantity of each metered unit. */
        units: Record<string, number>;
      }[];
    };
  };
  /** List agents */
  'GET /api/v1/agents': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      agents: {
        id: string;
        name: string;
        created_at: string;
        updated_at: string;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get an agent */
  'GET /api/v1/agents/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Agent;
  };
  /** List what an agent knows */
  'GET /api/v1/agents/{id}/knowledge': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      documents: AgentDocument[];
    };
  };
  /** Talk to an agent live (WebSocket) */
  'GET /api/v1/agents/{id}/live': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Goes on with a conversation whose connection was lost. */
        conversation_id?: string;
        input?: "pcm_16000" | "pcm_24000" | "opus" | "pcmu" | "pcma";
        output?: "pcm_16000" | "pcm_24000" | "opus" | "pcmu" | "pcma";
      };
    };
    output: never;
  };
  /** List assets */
  'GET /api/v1/assets': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Detected from the content. */
        kind?: "video" | "audio" | "image";
      };
    };
    output: {
      assets: Asset[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get an asset */
  'GET /api/v1/assets/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Asset;
  };
  /** Download the file of an asset */
  'GET /api/v1/assets/{id}/file': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** List preset avatars */
  'GET /api/v1/avatars': {
    input: object;
    output: {
      avatars: Avatar[];
    };
  };
  /** Get the consent text for films of uploaded faces */
  'GET /api/v1/avatars/consent': {
    input: object;
    output: {
      version: string;
      /** What `consent: true` agrees to. */
      text: string;
    };
  };
  /** Get the thumbnail of a preset avatar */
  'GET /api/v1/avatars/{id}/thumbnail': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** List batches */
  'GET /api/v1/batches': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      batches: BatchSummary[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Release history and version policy */
  'GET /api/v1/changelog': {
    input: object;
    output: {
      api_version: "1";
      current: string;
      policy: Record<string, unknown>;
      releases: {
        version: string;
        summary: string;
        changes: string[];
      }[];
    };
  };
  /** List conversations */
  'GET /api/v1/conversations': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        agent_id?: string;
        status?: "active" | "ended";
      };
    };
    output: {
      conversations: Conversation[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a conversation with its turns */
  'GET /api/v1/conversations/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      /** Null once the agent is deleted. */
      agent_id: string | null;
      agent_name: string;
      status: "active" | "ended";
      ended_reason:
      | "handed_over"
      | "ended_by_agent"
      | "ended_by_client"
      | "idle"
      | "time_limit"
      | "out_of_credits"
      | "agent_deleted" | null;
      /** Without the first message. */
      turn_count: number;
      credits: number;
      started_at: string;
      last_turn_at: string;
      /** When it ends unless a turn is taken. */
      expires_at: string;
      ended_at: string | null;
      turns: ConversationTurn[];
    };
  };
  /** Export a conversation as text */
  'GET /api/v1/conversations/{id}/transcript.txt': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** Download what the caller said in a turn */
  'GET /api/v1/conversations/{id}/turns/{turn}/audio': {
    input: {
      path: {
        id: string;
        turn: number;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** Download what the agent said in a turn of a live conversation */
  'GET /api/v1/conversations/{id}/turns/{turn}/reply-audio': {
    input: {
      path: {
        id: string;
        turn: number;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** List dubbing languages and limits */
  'GET /api/v1/dub': {
    input: object;
    output: {
      /** Whether a worker that dubs is connected. */
      available: boolean;
      target_languages: {
        code: string;
        name: string;
      }[];
      /** Targets that every language can be translated into. */
      any_to: string[];
      pairs: {
        source: string;
        target: string;
        by: string;
      }[];
      /** The language model that translates between all languages, if there is one. */
      language_model: string | null;
      /** Without it, a script with times is needed. */
      transcription: boolean;
      /** Of the result. A video becomes MP4. */
      formats: string[];
      limits: {
        plan: string;
        max_seconds: number;
        max_bytes: number;
      }[];
      credits: {
        stt_second: number;
        tts_character: number;
        /** Of picture that is rendered: with `lip_sync`, or `fit: picture`. */
        video_second: number;
      };
      consent: {
        version: string;
        text: string;
      };
    };
  };
  /** Get a dub */
  'GET /api/v1/dub/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Dub;
  };
  /** Download the captions of a dub as SRT */
  'GET /api/v1/dub/{id}/captions.srt': {
    input: {
      path: {
        id: string;
      };
      query?: {
        language?: "source" | "target";
      };
    };
    output: Media;
  };
  /** Download the captions of a dub as VTT */
  'GET /api/v1/dub/{id}/captions.vtt': {
    input: {
      path: {
        id: string;
      };
      query?: {
        language?: "source" | "target";
      };
    };
    output: Media;
  };
  /** Download the speech of a line */
  'GET /api/v1/dub/{id}/lines/{line_id}/clip': {
    input: {
      path: {
        id: string;
        line_id: string;
      };
    };
    output: Media;
  };
  /** Download a dub */
  'GET /api/v1/dub/{id}/output': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** Download the track of a speaker */
  'GET /api/v1/dub/{id}/speakers/{speaker_id}/track': {
    input: {
      path: {
        id: string;
        speaker_id: string;
      };
    };
    output: Media;
  };
  /** List dubs */
  'GET /api/v1/dubs': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      dubs: DubSummary[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a batch */
  'GET /api/v1/generate/batch/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Batch;
  };
  /** List generations */
  'GET /api/v1/history': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      generations: Generation[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a generation */
  'GET /api/v1/history/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Generation;
  };
  /** Download the audio of a generation */
  'GET /api/v1/history/{id}/audio': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** List jobs */
  'GET /api/v1/jobs': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        status?: "queued" | "processing" | "completed" | "failed" | "canceled";
        kind?: string;
      };
    };
    output: {
      jobs: Job[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a job */
  'GET /api/v1/jobs/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Job;
  };
  /** Download the captions of a video */
  'GET /api/v1/jobs/{id}/captions.vtt': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** Get the consent record of a film */
  'GET /api/v1/jobs/{id}/consent': {
    input: {
      path: {
        id: string;
      };
    };
    output: FilmConsent;
  };
  /** Stream the events of a job */
  'GET /api/v1/jobs/{id}/events': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media | undefined;
  };
  /** Download the output of a job */
  'GET /api/v1/jobs/{id}/output': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media | string;
  };
  /** Download a still of a video */
  'GET /api/v1/jobs/{id}/thumbnail': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Part of a signed URL. */
        account?: string;
        /** Part of a signed URL. */
        expires?: string;
      };
    };
    output: Media;
  };
  /** List models */
  'GET /api/v1/models': {
    input: object;
    output: {
      models: ModelInfo[];
    };
  };
  /** List genres, moods and instruments */
  'GET /api/v1/music': {
    input: object;
    output: MusicCatalog;
  };
  /** Hear a genre or a mood */
  'GET /api/v1/music/{name}/preview': {
    input: {
      path: {
        name: string;
      };
    };
    output: Media;
  };
  /** List plans with prices and caps */
  'GET /api/v1/plans': {
    input: object;
    output: {
      plans: Plan[];
    };
  };
  /** Get the pronunciation dictionary */
  'GET /api/v1/pronunciations': {
    input: object;
    output: {
      pronunciations: Record<string, string>;
      updated_at: string | null;
    };
  };
  /** Say what a file is that was made here */
  'GET /api/v1/provenance/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      /** Also the id of the manifest: `urn:c2pa:` and this. */
      id: string;
      made_at: string;
      /** What it is: `tts`, `music`, `sfx`, `video`, `dub`, `agent`, `realtime`, `preview` … */
      kind: string;
      content_type: string;
      /** Of the file as it was delivered, in hexadecimal digits. */
      sha256: string;
      bytes: number;
      models: string[];
      /** Ids of the consents to the voices that are heard. */
      voice_consents: string[];
      /** As IPTC names it. */
      digital_source_type: string;
      /** Whether the file has its manifest in itself. */
      carried: boolean;
      /** The manifest as a file of its own. */
      manifest_url: string;
      /** Whether the account that is signed in made it. */
      yours: boolean;
    };
  };
  /** Download the manifest of a file */
  'GET /api/v1/provenance/{id}/manifest': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** Show your earnings */
  'GET /api/v1/seller/earnings': {
    input: object;
    output: {
      earned_credits: number;
      /** Set aside by payouts that are not decided. */
      requested_credits: number;
      paid_credits: number;
      /** Of sales whose payment was refunded or disputed. A dispute that the buyer loses restores them. */
      reversed_credits: number;
      /** Too young to be paid out; `pending` says until when. */
      pending_credits: number;
      /** Can be paid out. Below zero when more was reversed than is left; later earnings make up for it. */
      available_credits: number;
      pending: {
        available_at: string;
        credits: number;
      }[];
      /** The part of `earned_credits` that came from the monthly credits of free plans. An administrator decides whether it is paid out. */
      free_plan_credits: number;
      months: {
        listing_id: string;
        month: string;
        uses: number;
        credits: number;
      }[];
    };
  };
  /** List your listings */
  'GET /api/v1/seller/listings': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Only the listing of this clone. */
        clone_id?: string;
      };
    };
    output: {
      listings: Listing[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List your payouts */
  'GET /api/v1/seller/payouts': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      payouts: Payout[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get your seller verification */
  'GET /api/v1/seller/verification': {
    input: object;
    output: SellerVerification;
  };
  /** List kinds of sound effects */
  'GET /api/v1/sfx': {
    input: object;
    output: EffectCatalog;
  };
  /** Hear a kind of sound effect */
  'GET /api/v1/sfx/{kind}/preview': {
    input: {
      path: {
        kind: string;
      };
    };
    output: Media;
  };
  /** List transcription languages and limits */
  'GET /api/v1/stt': {
    input: object;
    output: {
      /** Whether transcription is installed on this server. */
      available: boolean;
      /** Installed models, and those that connected workers offer. */
      models: string[];
      languages: {
        code: string;
        name: string;
      }[];
      formats: string[];
      /** Whether `speaker_labels` is supported. */
      speaker_labels: boolean;
      limits: {
        max_seconds: number;
        max_bytes: number;
      };
      credits_per_second: number;
    };
  };
  /** Get the captions of a generation as SRT */
  'GET /api/v1/tts/{history_id}.srt': {
    input: {
      path: {
        history_id: string;
      };
    };
    output: Media;
  };
  /** Get the captions of a generation as VTT */
  'GET /api/v1/tts/{history_id}.vtt': {
    input: {
      path: {
        history_id: string;
      };
    };
    output: Media;
  };
  /** List voices */
  'GET /api/v1/voices': {
    input: {
      query?: {
        source?: "preset" | "clone" | "design" | "community";
        /** ISO code; `en` matches en-us and en-gb. Lists the voices whose own language it is. Where none is native, those that speak it with the level `good` follow. */
        language?: string;
        /** Searches id, name, tags and the prompt of a design. */
        query?: string;
        /** Maximum number of results. Default: all. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      voices: {
        /** The voice_id. */
        id: string;
        name: string;
        source: "preset" | "clone" | "design" | "community";
        /** Spoken unless a request names another. */
        language: string;
        /** Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others. */
        languages: {
          language: string;
          /** `native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured. */
          level: "native" | "good" | "accented";
          /** Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured. */
          character_errors: number | null;
          /** Whether it is the level of the preset that the voice is based on. True for clones and designs. */
          estimated: boolean;
        }[];
        gender: string;
        tags: string[];
        preview_url: string;
        price_credits?: number;
      }[];
      /** Those of `voices` that are designs. */
      designs: {
        /** The voice_id. */
        id: string;
        name: string;
        source: "preset" | "clone" | "design" | "community";
        /** Spoken unless a request names another. */
        language: string;
        /** Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others. */
        languages: {
          language: string;
          /** `native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured. */
          level: "native" | "good" | "accented";
          /** Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured. */
          character_errors: number | null;
          /** Whether it is the level of the preset that the voice is based on. True for clones and designs. */
          estimated: boolean;
        }[];
        gender: string;
        tags: string[];
        preview_url: string;
        price_credits?: number;
      }[];
      /** Those of `voices` that others published. */
      listings: {
        /** The voice_id. */
        id: string;
        name: string;
        source: "preset" | "clone" | "design" | "community";
        /** Spoken unless a request names another. */
        language: string;
        /** Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others. */
        languages: {
          language: string;
          /** `native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured. */
          level: "native" | "good" | "accented";
          /** Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured. */
          character_errors: number | null;
          /** Whether it is the level of the preset that the voice is based on. True for clones and designs. */
          estimated: boolean;
        }[];
        gender: string;
        tags: string[];
        preview_url: string;
        price_credits?: number;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get the first sample of a clone */
  'GET /api/v1/voices/clone/{id}/sample': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** Browse the marketplace */
  'GET /api/v1/voices/community': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Words, or beginnings of words, in title, description and tags. */
        query?: string;
        /** ISO code; `en` matches en-us and en-gb. */
        language?: string;
        tag?: string;
        sort?: "featured" | "popular" | "recent";
      };
    };
    output: {
      listings: Listing[];
      voices: {
        /** The voice_id. */
        id: string;
        name: string;
        source: "preset" | "clone" | "design" | "community";
        /** Spoken unless a request names another. */
        language: string;
        /** Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others. */
        languages: {
          language: string;
          /** `native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured. */
          level: "native" | "good" | "accented";
          /** Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured. */
          character_errors: number | null;
          /** Whether it is the level of the preset that the voice is based on. True for clones and designs. */
          estimated: boolean;
        }[];
        gender: string;
        tags: string[];
        preview_url: string;
        price_credits?: number;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** List notices about listings */
  'GET /api/v1/voices/community/notices': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      notices: {
        id: string;
        event: string;
        listing_id: string;
        title: string;
        reason: string | null;
        usable_until: string | null;
        created_at: string;
      }[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a listing */
  'GET /api/v1/voices/community/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: Listing;
  };
  /** Preview a listing */
  'GET /api/v1/voices/community/{id}/preview': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** List reviews of a listing */
  'GET /api/v1/voices/community/{id}/reviews': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      reviews: Review[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Preview a voice */
  'GET /api/v1/voices/{id}/preview': {
    input: {
      path: {
        id: string;
      };
    };
    output: Media;
  };
  /** List webhook deliveries */
  'GET /api/v1/webhook-deliveries': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
        /** Only this event. */
        event?: string;
        /** Only deliveries with this status. */
        status?: "pending" | "sending" | "delivered" | "failed";
        /** Only events about this job, batch, clone or design. */
        subject_id?: string;
      };
    };
    output: {
      webhook_deliveries: WebhookDelivery[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a webhook delivery */
  'GET /api/v1/webhook-deliveries/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: WebhookDelivery;
  };
  /** Stream webhook events */
  'GET /api/v1/webhook-events': {
    input: {
      query?: {
        /** Names of events, separated by commas. `*` stands for all, `video.*` for all about videos. */
        events?: string;
      };
    };
    output: Media;
  };
  /** List voice clones */
  'GET /api/voices/clone': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      clones: VoiceClone[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a voice clone */
  'GET /api/voices/clone/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: VoiceClone;
  };
  /** Get the consent record of a clone */
  'GET /api/voices/clone/{id}/consent': {
    input: {
      path: {
        id: string;
      };
    };
    output: VoiceConsent;
  };
  /** Get the consent text in force */
  'GET /api/voices/consent': {
    input: object;
    output: {
      version: string;
      /** What `consent: true` agrees to. */
      text: string;
    };
  };
  /** Get the key that signs consent receipts */
  'GET /api/voices/consent/public-key': {
    input: object;
    output: {
      /** JWK thumbprint (RFC 7638). */
      kid: string;
      jwk: {
        kty: string;
        crv: string;
        x: string;
      };
      pem: string;
    };
  };
  /** List voice designs */
  'GET /api/voices/design': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
        /** `next_cursor` of the previous page. */
        cursor?: string;
      };
    };
    output: {
      designs: VoiceDesign[];
      /** Send it as `cursor` to get the next page. Null on the last page. */
      next_cursor: string | null;
    };
  };
  /** Get a voice design */
  'GET /api/voices/design/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: VoiceDesign;
  };
  /** Prometheus metrics */
  'GET /metrics': {
    input: object;
    output: Media;
  };
  /** List models (OpenAI-compatible) */
  'GET /v1/models': {
    input: object;
    output: {
      object: "list";
      data: Model[];
    };
  };
  /** Get a model (OpenAI-compatible) */
  'GET /v1/models/{model}': {
    input: {
      path: {
        model: string;
      };
    };
    output: Model;
  };
  /** Change the name */
  'PATCH /api/account': {
    input: {
      json: {
        name: string;
      };
    };
    output: {
      user: {
        id: string;
        email: string;
        email_verified: boolean;
        name: string;
        plan: string;
        admin: boolean;
        two_factor_enabled: boolean;
        webhookUrl: string | null;
        created_at: string;
        /** Prepaid balance. */
        creditBalanceCents?: number;
        /** Taken back by refunds and disputes beyond the balance. The next top-up pays it first. */
        owedCents?: number;
        routingCredits?: number;
        autoTopUpEnabled?: boolean;
        /** Amount of an automatic top-up. */
        autoTopUpAmountCents?: number;
        /** Balance below which a top-up starts. */
        lowBalanceThresholdCents?: number;
        monthlySpendCapCents?: number | null;
        usageAlertPercents?: number[];
        autoTopUpMonthlyCapCents?: number | null;
        /** The plan after a downgrade or cancellation, and when it starts. */
        scheduledPlan?: {
          plan: string;
          effective_at: string;
        } | null;
        /** Stored assets and the caps of the plan. */
        storage?: {
          assets: number;
          max_assets: number;
          bytes: number;
          max_bytes: number;
        };
        credits?: {
          included: number;
          used: number;
          remaining: number;
          /** Spent of a month whose payment went back. The next grants pay it first. */
          owed: number;
          resets_at: string;
        };
      };
    };
  };
  /** Change an account’s plan */
  'PATCH /api/admin/users/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Takes effect immediately, with the credits of the new plan. */
        plan: "free" | "starter" | "creator" | "developer" | "suspended";
      };
    };
    output: {
      id: string;
      email: string;
      name: string;
      plan: string;
      email_verified: boolean;
      admin: boolean;
      created_at: string;
      creditBalanceCents: number;
      owedCents: number;
      routingCredits: number;
      credits: {
        included: number;
        used: number;
        remaining: number;
        owed: number;
        resets_at: string;
      };
    };
  };
  /** Rename a passkey */
  'PATCH /api/auth/passkeys/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Yours to choose, such as the name of the device. */
        name: string;
      };
    };
    output: {
      id: string;
      name: string;
      created_at: string;
      last_used_at: string | null;
    };
  };
  /** Change an API key */
  'PATCH /api/keys/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** What the key is for. */
        name?: string;
        /** Groups of routes that the key may use. `speech` is all of a group, `speech:use` what makes something and is paid for, `speech:manage` what changes the account, `speech:read` only reading, which the other two include. Each operation names what it needs as `x-permission`. Null means all. */
        permissions?: (
          | "speech"
          | "speech:use"
          | "speech:manage"
          | "speech:read"
          | "transcription"
          | "transcription:use"
          | "transcription:manage"
          | "transcription:read"
          | "music"
          | "music:use"
          | "music:manage"
          | "music:read"
          | "sound_effects"
          | "sound_effects:use"
          | "sound_effects:manage"
          | "sound_effects:read"
          | "video"
          | "video:use"
          | "video:manage"
          | "video:read"
          | "dubbing"
          | "dubbing:use"
          | "dubbing:manage"
          | "dubbing:read"
          | "generate"
          | "generate:use"
          | "generate:manage"
          | "generate:read"
          | "voices"
          | "voices:use"
          | "voices:manage"
          | "voices:read"
          | "marketplace"
          | "marketplace:use"
          | "marketplace:manage"
          | "marketplace:read"
          | "assets"
          | "assets:use"
          | "assets:manage"
          | "assets:read"
          | "history"
          | "history:use"
          | "history:manage"
          | "history:read"
          | "runs"
          | "runs:use"
          | "runs:manage"
          | "runs:read"
          | "agents"
          | "agents:use"
          | "agents:manage"
          | "agents:read"
          | "talk"
          | "talk:use"
          | "talk:manage"
          | "talk:read"
          | "realtime"
          | "realtime:use"
          | "realtime:manage"
          | "realtime:read"
          | "jobs"
          | "jobs:use"
          | "jobs:manage"
          | "jobs:read"
          | "webhooks"
          | "webhooks:use"
          | "webhooks:manage"
          | "webhooks:read"
          | "billing"
          | "billing:use"
          | "billing:manage"
          | "billing:read"
        )[] | null;
        /** IPv4 and IPv6 addresses and CIDRs that the key may be used from. Null means everywhere. */
        allowed_addresses?: string[] | null;
        /** Credits that the key may use per billing cycle. Null means no limit. */
        monthly_credit_limit?: number | null;
      };
    };
    output: {
      id: string;
      name: string;
      /** The first characters of the key. */
      prefix: string;
      /** The last four characters of the key. */
      last_four: string;
      created_at: string;
      /** Accurate to the minute. */
      last_used_at: string | null;
      revoked: boolean;
      revoked_at: string | null;
      permissions: string[] | null;
      allowed_addresses: string[] | null;
      monthly_credit_limit: number | null;
    };
  };
  /** Change a saved run */
  'PATCH /api/runs/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name?: string;
        /** The body of the operation. Not checked before it is run. */
        request?: Record<string, unknown>;
      };
    };
    output: {
      id: string;
      name: string;
      operation: string;
      created_at: string;
      updated_at: string;
    };
  };
  /** Change the settings */
  'PATCH /api/settings': {
    input: {
      json: {
        /** Webhook URL for requests without a `webhook_url` of their own. HTTPS in production; null turns it off. */
        webhookUrl?: string | null;
        /** Signs events with Standard Webhooks headers. Needs a secret. */
        webhookSigning?: boolean;
        /** Retries deliveries that do not get a 2xx response: nine times within 76 hours. */
        webhookRetries?: boolean;
        /** Sends `dub.completed` and `dub.failed` besides `video.completed` and `video.failed`, which every dub announces. */
        webhookDubEvents?: boolean;
      };
    };
    output: {
      /** Webhook URL for requests without a `webhook_url` of their own. HTTPS in production; null turns it off. */
      webhookUrl: string | null;
      /** Signs events with Standard Webhooks headers. Needs a secret. */
      webhookSigning: boolean;
      /** Retries deliveries that do not get a 2xx response: nine times within 76 hours. */
      webhookRetries: boolean;
      /** Sends `dub.completed` and `dub.failed` besides `video.completed` and `video.failed`, which every dub announces. */
      webhookDubEvents: boolean;
      /** When the signing secret was created; null without one. */
      webhookSecretCreatedAt: string | null;
    };
  };
  /** Change an agent */
  'PATCH /api/v1/agents/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name?: string;
        /** A voice id from GET /api/v1/voices. */
        voice_id?: string;
        system_prompt?: string | null;
        language?: string | null;
        first_message?: string | null;
        disclosure?: "spoken" | "none" | null;
        model?: string | null;
        temperature?: number | null;
        flow?: AgentFlow | null;
        tools?: AgentTool[] | null;
        last_sentence?: string | null;
        keep_audio?: boolean | null;
        turn_taking?: {
          /** Whether speaking stops the reply. Default: true. */
          interruptions?: boolean;
          /** How long a pause may last before the turn ends. Longer anyway after an unfinished sentence, or while somebody dictates a number or spells. Default: `normal`. */
          patience?: "low" | "normal" | "high";
          /** A reply that was interrupted goes on if no words came by then. Default: 2. */
          false_interruption_seconds?: number;
          idle_prompt?: {
            after_seconds: number;
            /** Several are said one after the other, each after so much silence. */
            say: string | string[];
          } | null;
          soft_timeout?: {
            after_seconds: number;
            say: string;
          } | null;
        } | null;
        limits?: {
          /** Without a turn. Default: 300. */
          idle_seconds?: number;
          /** In all. Default: 1800. */
          max_seconds?: number;
        } | null;
      };
    };
    output: Agent;
  };
  /** Rename an asset */
  'PATCH /api/v1/assets/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name: string;
      };
    };
    output: Asset;
  };
  /** Change a dub */
  'PATCH /api/v1/dub/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name?: string;
        glossary?: Record<string, string>;
        lip_sync?: boolean;
        sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
        fit?: "speech" | "picture";
        drop_background?: boolean;
        /** Agrees to the text of GET /api/voices/consent for all speakers. */
        consent?: true;
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: Dub;
  };
  /** Change a line of a dub */
  'PATCH /api/v1/dub/{id}/lines/{line_id}': {
    input: {
      path: {
        id: string;
        line_id: string;
      };
    } & {
      json: {
        /** From the start of the part that is dubbed. */
        start?: number;
        /** From the start of the part that is dubbed. */
        end?: number;
        speaker_id?: string;
        /** What was said. Without `translation`, the next render translates it. */
        source?: string;
        /** What is said instead. */
        translation?: string;
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      /** The lines that were made or changed. */
      lines: {
        id: string;
        speaker_id: string;
        /** Whether the speaker is a guess. */
        speaker_unsure: boolean;
        start: number;
        end: number;
        /** What was said. Null for a script in the target language. */
        source: string | null;
        /** What is said instead. Null: the next render translates it. */
        translation: string | null;
        /** Words that the translator did not know. */
        unknown_words: string[];
        /** Its place in the last render. Null if it was not in it. */
        spoken: {
          start: number;
          end: number;
          /** Times the usual rate. */
          rate: number;
          /** `rushed` is faster than anybody should speak: shorten the line. */
          fit: "as_spoken" | "faster" | "borrowed" | "stretched" | "rushed";
        } | null;
        /** Whether its words, voice or times changed since the last render. */
        needs_render: boolean;
      }[];
    };
  };
  /** Change a speaker of a dub */
  'PATCH /api/v1/dub/{id}/speakers/{speaker_id}': {
    input: {
      path: {
        id: string;
        speaker_id: string;
      };
    } & {
      json: {
        name?: string;
        voice_id?: string;
        /** `matched` makes a voice from their lines (needs consent); `nearest` takes the most similar preset. */
        use?: "matched" | "nearest";
        /** A speaker of another dub. */
        same_as?: {
          dub_id: string;
          speaker_id: string;
        };
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      speaker: {
        id: string;
        name: string;
        /** Time that they speak in the film. */
        seconds: number;
        /** Null until the next render finds one. */
        voice: {
          /** `matched` was made from the lines of the speaker, with consent; `nearest` is the most similar preset; `chosen` is the `voice_id` that you set. */
          kind: "matched" | "nearest" | "chosen";
          /** Null for a matched voice, which exists in this dub only. */
          voice_id: string | null;
          /** Similarity of a matched voice to the speaker, from −1 to 1. */
          score: number | null;
        } | null;
        /** A speaker of another dub of yours who sounds like this one: send it as `same_as` to give them the same voice. Null without consent. */
        suggested: {
          dub_id: string;
          speaker_id: string;
          name: string;
          similarity: number;
        } | null;
      };
    };
  };
  /** Rename a voice clone */
  'PATCH /api/voices/clone/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name: string;
      };
    };
    output: VoiceClone;
  };
  /** Rename a voice design */
  'PATCH /api/voices/design/{id}': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** 1 to 200 visible characters. */
        name: string;
      };
    };
    output: VoiceDesign;
  };
  /** Change the email address */
  'POST /api/account/email': {
    input: {
      json: {
        /** The new address. */
        email: string;
        /** The current password. */
        password: string;
        /** Authenticator or recovery code, if two-factor authentication is on. */
        totp?: string;
      };
    };
    output: {
      ok: boolean;
    };
  };
  /** Change the password */
  'POST /api/account/password': {
    input: {
      json: {
        /** The current password. */
        password: string;
        /** 8 to 256 characters. */
        new_password: string;
      };
    };
    output: undefined;
  };
  /** Mail a new verification link */
  'POST /api/account/verification': {
    input: object;
    output: {
      ok: boolean;
    };
  };
  /** Close a report */
  'POST /api/admin/listing-reports/{id}/close': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      listing_id: string;
      listing_title: string;
      listing_status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
      account_id: string;
      reason: string;
      details: string | null;
      created_at: string;
      /** Null: nobody has dealt with it. */
      closed_at: string | null;
    };
  };
  /** Publish a listing that waits for review */
  'POST /api/admin/listings/{id}/approve': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Of the listing that you have read: 409 `listing_changed` if the seller changed it since. */
        revision?: number;
      };
    };
    output: {
      /** The `voice_id` once you have a licence. */
      id: string;
      voice_id: string;
      title: string;
      description: string;
      tags: string[];
      language: string;
      gender: string | null;
      /** Per use, on top of the characters. */
      priceCredits: number;
      visibility: "public" | "unlisted" | "invited";
      licence: string;
      status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
      /** Why it was rejected or taken down. */
      reason?: string;
      uses: number;
      /** Null without reviews. */
      ratingAvg: number | null;
      reviewCount: number;
      /** You can use it. */
      licensed: boolean;
      own: boolean;
      /** For the seller. */
      clone_id?: string;
      /** For the seller. */
      sellerEarningsCredits?: number;
      /** For the seller: what a use costs while a change of the price waits for review. */
      chargedCredits?: number;
      /** For the seller: who is invited, in lower case. */
      invite_emails?: string[];
      preview_url: string;
      published_at: string | null;
      unlisted_at: string | null;
      account_id: string;
      revision: number;
    };
  };
  /** Reject a listing that waits for review */
  'POST /api/admin/listings/{id}/reject': {
    input: {
      path: {
        id: string;
      };
      query?: {
        /** Of the listing that you have read: 409 `listing_changed` if the seller changed it since. */
        revision?: number;
      };
    } & {
      json: {
        /** Shown to the customer. */
        reason: string;
      };
    };
    output: {
      /** The `voice_id` once you have a licence. */
      id: string;
      voice_id: string;
      title: string;
      description: string;
      tags: string[];
      language: string;
      gender: string | null;
      /** Per use, on top of the characters. */
      priceCredits: number;
      visibility: "public" | "unlisted" | "invited";
      licence: string;
      status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
      /** Why it was rejected or taken down. */
      reason?: string;
      uses: number;
      /** Null without reviews. */
      ratingAvg: number | null;
      reviewCount: number;
      /** You can use it. */
      licensed: boolean;
      own: boolean;
      /** For the seller. */
      clone_id?: string;
      /** For the seller. */
      sellerEarningsCredits?: number;
      /** For the seller: what a use costs while a change of the price waits for review. */
      chargedCredits?: number;
      /** For the seller: who is invited, in lower case. */
      invite_emails?: string[];
      preview_url: string;
      published_at: string | null;
      unlisted_at: string | null;
      account_id: string;
      revision: number;
    };
  };
  /** Take down a listing */
  'POST /api/admin/listings/{id}/takedown': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Shown to the customer. */
        reason: string;
      };
    };
    output: {
      /** The `voice_id` once you have a licence. */
      id: string;
      voice_id: string;
      title: string;
      description: string;
      tags: string[];
      language: string;
      gender: string | null;
      /** Per use, on top of the characters. */
      priceCredits: number;
      visibility: "public" | "unlisted" | "invited";
      licence: string;
      status: "pending_review" | "published" | "rejected" | "unlisted" | "taken_down";
      /** Why it was rejected or taken down. */
      reason?: string;
      uses: number;
      /** Null without reviews. */
      ratingAvg: number | null;
      reviewCount: number;
      /** You can use it. */
      licensed: boolean;
      own: boolean;
      /** For the seller. */
      clone_id?: string;
      /** For the seller. */
      sellerEarningsCredits?: number;
      /** For the seller: what a use costs while a change of the price waits for review. */
      chargedCredits?: number;
      /** For the seller: who is invited, in lower case. */
      invite_emails?: string[];
      preview_url: string;
      published_at: string | null;
      unlisted_at: string | null;
      account_id: string;
      revision: number;
    };
  };
  /** Credit a held payment */
  'POST /api/admin/payment-events/{id}/release': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** What the payment is worth. */
        cents: number;
        /** Whose it is, if the payment does not say. */
        account_id?: string;
        /** Reason, kept with the event. */
        note: string;
      };
    };
    output: {
      id: string;
      provider: string;
      type: string;
      reference: string | null;
      /** stored, acted, ignored or held (waits for a release). */
      status: string;
      /** What was done, or why nothing was. */
      note: string | null;
      account_id: string | null;
      /** False when the signature does not cover the body. */
      body_signed: boolean;
      attempts: number;
      received_at: string;
      acted_at: string | null;
      /** The body as it arrived. */
      payload: string | null;
    };
  };
  /** Act again on a payment webhook that had no effect */
  'POST /api/admin/payment-events/{id}/replay': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      provider: string;
      type: string;
      reference: string | null;
      /** stored, acted, ignored or held (waits for a release). */
      status: string;
      /** What was done, or why nothing was. */
      note: string | null;
      account_id: string | null;
      /** False when the signature does not cover the body. */
      body_signed: boolean;
      attempts: number;
      received_at: string;
      acted_at: string | null;
      /** The body as it arrived. */
      payload: string | null;
    };
  };
  /** Mark a payout as paid */
  'POST /api/admin/payouts/{id}/approve': {
    input: {
      path: {
        id: string;
      };
      query?: {
        include_free_plan?: boolean;
      };
    };
    output: {
      id: string;
      status: "requested" | "paid" | "rejected";
      amount_credits: number;
      /** Why it was rejected. */
      reason: string | null;
      requested_at: string;
      decided_at: string | null;
      account_id: string;
      /** By the seller so far. */
      earned_credits: number;
      /** Of sales whose payment was refunded or disputed. */
      reversed_credits: number;
      /** Too young to be paid out. */
      pending_credits: number;
      /** What the seller could still request beside this payout. Below zero: the payout is not covered. */
      available_credits: number;
      /** The part of `earned_credits` that came from the monthly credits of free plans. A large part may be the seller’s own accounts. */
      free_plan_credits: number;
    };
  };
  /** Reject a payout */
  'POST /api/admin/payouts/{id}/reject': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Shown to the customer. */
        reason: string;
      };
    };
    output: {
      id: string;
      status: "requested" | "paid" | "rejected";
      amount_credits: number;
      /** Why it was rejected. */
      reason: string | null;
      requested_at: string;
      decided_at: string | null;
      account_id: string;
      /** By the seller so far. */
      earned_credits: number;
      /** Of sales whose payment was refunded or disputed. */
      reversed_credits: number;
      /** Too young to be paid out. */
      pending_credits: number;
      /** What the seller could still request beside this payout. Below zero: the payout is not covered. */
      available_credits: number;
      /** The part of `earned_credits` that came from the monthly credits of free plans. A large part may be the seller’s own accounts. */
      free_plan_credits: number;
    };
  };
  /** Verify a seller */
  'POST /api/admin/seller-verifications/{id}/approve': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      status: "pending" | "verified" | "rejected";
      legal_name: string;
      country: string;
      /** Empty if the server lacks the key that sealed it. */
      document_last_four: string;
      /** Why it was rejected. */
      reason: string | null;
      requested_at: string;
      decided_at: string | null;
      account_id: string;
      id: string;
      /** Null if the server lacks the key that sealed it. */
      document_id: string | null;
    };
  };
  /** Reject a seller verification */
  'POST /api/admin/seller-verifications/{id}/reject': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Shown to the customer. */
        reason: string;
      };
    };
    output: {
      status: "pending" | "verified" | "rejected";
      legal_name: string;
      country: string;
      /** Empty if the server lacks the key that sealed it. */
      document_last_four: string;
      /** Why it was rejected. */
      reason: string | null;
      requested_at: string;
      decided_at: string | null;
      account_id: string;
      id: string;
      /** Null if the server lacks the key that sealed it. */
      document_id: string | null;
    };
  };
  /** Adjust an account’s credits */
  'POST /api/admin/users/{id}/credits': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Plan credits to add; negative to remove. */
        credits?: number;
        /** Prepaid cents to add; negative to remove. */
        cents?: number;
        /** Routing credits to add; negative to remove. */
        routing_credits?: number;
        /** Reason, kept in the ledger. */
        note: string;
      };
    };
    output: {
      id: string;
      email: string;
      name: string;
      plan: string;
      email_verified: boolean;
      admin: boolean;
      created_at: string;
      creditBalanceCents: number;
      owedCents: number;
      routingCredits: number;
      credits: {
        included: number;
        used: number;
        remaining: number;
        owed: number;
        resets_at: string;
      };
    };
  };
  /** Create a worker secret */
  'POST /api/admin/worker-secrets': {
    input: {
      json: {
        /** Such as the name of the machine. */
        name: string;
        /** Kinds of jobs that its workers may take. Default: all. */
        kinds?: (
          | "video"
          | "dub"
          | "inference"
          | "clone"
          | "design"
          | "remix"
          | "speak"
          | "music"
          | "sfx"
          | "transcribe"
        )[];
      };
    };
    output: {
      id: string;
      name: string;
      /** Kinds of jobs that its workers may take. Null means all. */
      kinds: string[] | null;
      last_four: string;
      created_at: string;
      /** Accurate to the minute. */
      last_used_at: string | null;
      revoked_at: string | null;
      /** Returned only here; the service keeps its hash. */
      secret: string;
    };
  };
  /** Sign up, in or out; verify an address; reset a password */
  'POST /api/auth': {
    input: {
      json: {
        action:
        | "signup"
        | "signin"
        | "passkey_options"
        | "passkey"
        | "demo"
        | "signout"
        | "verify"
        | "forgot"
        | "reset";
        /** Required for `signup`, `signin` and `forgot`. */
        email?: string;
        /** 8 to 256 characters. Required for `signup`, `signin` and `reset`; for `verify` it proves that the account is yours. Common and easily guessed passwords are refused. */
        password?: string;
        name?: string;
        /** Authenticator or recovery code, if two-factor authentication is on. */
        totp?: string;
        /** Required for `passkey`: what `navigator.credentials.get()` gave for `passkey_options`, by its `toJSON()`. */
        response?: {
          /** Base64url. */
          id: string;
          /** Base64url. */
          rawId: string;
          type: "public-key";
          response: {
            /** Base64url. */
            clientDataJSON: string;
            /** Base64url. */
            authenticatorData: string;
            /** Base64url. */
            signature: string;
            /** Base64url. */
            userHandle?: string;
          };
          clientExtensionResults: Record<string, unknown>;
          authenticatorAttachment?: "platform" | "cross-platform";
        };
        /** With `reset`: revokes all API keys and removes all passkeys as well. */
        revoke_keys?: boolean;
        /** From the mailed link. Required for `verify` and `reset`. */
        token?: string;
      };
    };
    output: {
      /** After `signin`, `passkey` and `demo`, and null after `signout`. */
      user?: {
        id: string;
        email: string;
        email_verified: boolean;
        name: string;
        plan: string;
        admin: boolean;
        two_factor_enabled: boolean;
        webhookUrl: string | null;
        created_at: string;
        /** Prepaid balance. */
        creditBalanceCents?: number;
        /** Taken back by refunds and disputes beyond the balance. The next top-up pays it first. */
        owedCents?: number;
        routingCredits?: number;
        autoTopUpEnabled?: boolean;
        /** Amount of an automatic top-up. */
        autoTopUpAmountCents?: number;
        /** Balance below which a top-up starts. */
        lowBalanceThresholdCents?: number;
        monthlySpendCapCents?: number | null;
        usageAlertPercents?: number[];
        autoTopUpMonthlyCapCents?: number | null;
        /** The plan after a downgrade or cancellation, and when it starts. */
        scheduledPlan?: {
          plan: string;
          effective_at: string;
        } | null;
        /** Stored assets and the caps of the plan. */
        storage?: {
          assets: number;
          max_assets: number;
          bytes: number;
          max_bytes: number;
        };
        credits?: {
          included: number;
          used: number;
          remaining: number;
          /** Spent of a month whose payment went back. The next grants pay it first. */
          owed: number;
          resets_at: string;
        };
      } | null;
      /** After `passkey_options`: for `PublicKeyCredential.parseRequestOptionsFromJSON()` and `navigator.credentials.get()`. Valid once, for five minutes. */
      options?: {
        challenge: string;
        rpId?: string;
        /** Milliseconds. */
        timeout?: number;
        userVerification?: string;
      };
      /** After `verify`, `forgot` and `reset`. */
      ok?: boolean;
      /** After `verify`: it was not shown that the account is yours, so its keys, sessions, passkeys, second factor, password and webhook settings were removed. */
      taken_over?: boolean;
    } | {
      user: {
        id: string;
        email: string;
        email_verified: boolean;
        name: string;
        plan: string;
        admin: boolean;
        two_factor_enabled: boolean;
        webhookUrl: string | null;
        created_at: string;
        /** Prepaid balance. */
        creditBalanceCents?: number;
        /** Taken back by refunds and disputes beyond the balance. The next top-up pays it first. */
        owedCents?: number;
        routingCredits?: number;
        autoTopUpEnabled?: boolean;
        /** Amount of an automatic top-up. */
        autoTopUpAmountCents?: number;
        /** Balance below which a top-up starts. */
        lowBalanceThresholdCents?: number;
        monthlySpendCapCents?: number | null;
        usageAlertPercents?: number[];
        autoTopUpMonthlyCapCents?: number | null;
        /** The plan after a downgrade or cancellation, and when it starts. */
        scheduledPlan?: {
          plan: string;
          effective_at: string;
        } | null;
        /** Stored assets and the caps of the plan. */
        storage?: {
          assets: number;
          max_assets: number;
          bytes: number;
          max_bytes: number;
        };
        credits?: {
          included: number;
          used: number;
          remaining: number;
          /** Spent of a month whose payment went back. The next grants pay it first. */
          owed: number;
          resets_at: string;
        };
      };
      /** The first API key. Shown only in this response. */
      api_key: string;
    };
  };
  /** Turn on two-factor authentication */
  'POST /api/auth/2fa/enable': {
    input: {
      json: {
        /** The six digits that the authenticator app shows. */
        code: string;
        /** The password of the account. */
        password: string;
      };
    };
    output: {
      recovery_codes: string[];
    };
  };
  /** Set up two-factor authentication */
  'POST /api/auth/2fa/setup': {
    input: object;
    output: {
      /** Base32 secret to type into an authenticator app. */
      secret: string;
      otpauth_url: string;
      /** QR code of `otpauth_url` as SVG. */
      qr_svg: string;
    };
  };
  /** Add a passkey */
  'POST /api/auth/passkeys': {
    input: {
      json: {
        /** Yours to choose, such as the name of the device. */
        name: string;
        /** What `navigator.credentials.create()` gave, by its `toJSON()`. */
        response: {
          /** Base64url. */
          id: string;
          /** Base64url. */
          rawId: string;
          type: "public-key";
          response: {
            /** Base64url. */
            clientDataJSON: string;
            /** Base64url. */
            attestationObject: string;
            transports?: string[];
          };
          clientExtensionResults: Record<string, unknown>;
          authenticatorAttachment?: "platform" | "cross-platform";
        };
      };
    };
    output: {
      id: string;
      name: string;
      created_at: string;
      last_used_at: string | null;
    };
  };
  /** Start to add a passkey */
  'POST /api/auth/passkeys/options': {
    input: {
      json: {
        /** The password of the account. */
        password?: string;
        /** Authenticator or recovery code, if two-factor authentication is on. */
        totp?: string;
      };
    };
    output: {
      /** For `PublicKeyCredential.parseCreationOptionsFromJSON()` and `navigator.credentials.create()`. */
      options: {
        challenge: string;
        rp: {
          name: string;
          id?: string;
        };
        user: {
          id: string;
          name: string;
          displayName: string;
        };
        pubKeyCredParams: {
          alg: number;
          type: "public-key";
        }[];
        /** Milliseconds. */
        timeout?: number;
        excludeCredentials?: {
          id: string;
          type: string;
          transports?: string[];
        }[];
      };
    };
  };
  /** Buy a plan */
  'POST /api/billing/checkout': {
    input: {
      json: {
        /** free, starter, creator or developer. free cancels at the end of what is paid for. */
        plan: string;
        /** dlocal, paystack, flutterwave, ebanx, yellowcard, stripe */
        provider?: string;
        /** africa, latam, south-asia */
        region?: string;
        /** Country of the payer, two letters. Default: by region. */
        country?: string;
      };
    };
    output: {
      provider: string;
      plan: string;
      /** Payment page of the provider. */
      url?: string;
      /** The payment page, or the subscription that was changed, at the provider. */
      session_id?: string;
      /** When the plan of an existing subscription changes. */
      effective_at?: string;
      /** True when the plan was applied without a payment. */
      demo?: boolean;
    };
  };
  /** Manage cards, invoices and the subscription */
  'POST /api/billing/portal': {
    input: object;
    output: {
      /** The card provider's pages for cards, invoices and cancelling. */
      url: string;
    };
  };
  /** Top up the prepaid wallet */
  'POST /api/billing/topup': {
    input: {
      json: {
        /** Between 5 and 10,000; rounded to cents. */
        amountUsd: number;
        /** dlocal, paystack, flutterwave, ebanx, yellowcard, stripe */
        provider?: string;
        /** africa, latam, south-asia */
        region?: string;
        /** Country of the payer, two letters. Default: by region. */
        country?: string;
      };
    };
    output: {
      provider?: string;
      /** Payment page of the provider. */
      url?: string;
      session_id?: string;
      amount_cents: number;
      /** True when the credit was added without a payment. */
      demo?: boolean;
      creditBalanceCents?: number;
    };
  };
  /** Create an API key */
  'POST /api/keys': {
    input: {
      json: {
        /** What the key is for. */
        name?: string;
        /** Creates a key for a browser that ends with the session. */
        ephemeral?: boolean;
        /** Groups of routes that the key may use. `speech` is all of a group, `speech:use` what makes something and is paid for, `speech:manage` what changes the account, `speech:read` only reading, which the other two include. Each operation names what it needs as `x-permission`. Null means all. */
        permissions?: (
          | "speech"
          | "speech:use"
          | "speech:manage"
          | "speech:read"
          | "transcription"
          | "transcription:use"
          | "transcription:manage"
          | "transcription:read"
          | "music"
          | "music:use"
          | "music:manage"
          | "music:read"
          | "sound_effects"
          | "sound_effects:use"
          | "sound_effects:manage"
          | "sound_effects:read"
          | "video"
          | "video:use"
          | "video:manage"
          | "video:read"
          | "dubbing"
          | "dubbing:use"
          | "dubbing:manage"
          | "dubbing:read"
          | "generate"
          | "generate:use"
          | "generate:manage"
          | "generate:read"
          | "voices"
          | "voices:use"
          | "voices:manage"
          | "voices:read"
          | "marketplace"
          | "marketplace:use"
          | "marketplace:manage"
          | "marketplace:read"
          | "assets"
          | "assets:use"
          | "assets:manage"
          | "assets:read"
          | "history"
          | "history:use"
          | "history:manage"
          | "history:read"
          | "runs"
          | "runs:use"
          | "runs:manage"
          | "runs:read"
          | "agents"
          | "agents:use"
          | "agents:manage"
          | "agents:read"
          | "talk"
          | "talk:use"
          | "talk:manage"
          | "talk:read"
          | "realtime"
          | "realtime:use"
          | "realtime:manage"
          | "realtime:read"
          | "jobs"
          | "jobs:use"
          | "jobs:manage"
          | "jobs:read"
          | "webhooks"
          | "webhooks:use"
          | "webhooks:manage"
          | "webhooks:read"
          | "billing"
          | "billing:use"
          | "billing:manage"
          | "billing:read"
        )[] | null;
        /** IPv4 and IPv6 addresses and CIDRs that the key may be used from. Null means everywhere. */
        allowed_addresses?: string[] | null;
        /** Credits that the key may use per billing cycle. Null means no limit. */
        monthly_credit_limit?: number | null;
      };
    };
    output: {
      id: string;
      name: string;
      /** The first characters of the key. */
      prefix: string;
      /** The last four characters of the key. */
      last_four: string;
      created_at: string;
      /** Accurate to the minute. */
      last_used_at: string | null;
      revoked: boolean;
      revoked_at: string | null;
      permissions: string[] | null;
      allowed_addresses: string[] | null;
      monthly_credit_limit: number | null;
      /** Shown only in this response. Store it safely. */
      api_key: string;
      /** Null unless the key is ephemeral. */
      expires_at: string | null;
    };
  };
  /** Save a run */
  'POST /api/runs': {
    input: {
      json: {
        name: string;
        /** Method and path of what is run. */
        operation:
        | "POST /api/v1/tts"
        | "POST /api/v1/tts/stream"
        | "POST /api/v1/tts/with-timestamps"
        | "POST /api/v1/stt"
        | "POST /api/v1/music"
        | "POST /api/v1/sfx"
        | "POST /api/v1/avatar"
        | "POST /api/v1/dub"
        | "POST /api/v1/generate"
        | "POST /api/v1/generate/batch"
        | "POST /api/voices/design/preview";
        /** The body of the operation. Not checked before it is run. */
        request: Record<string, unknown>;
      };
    };
    output: {
      id: string;
      name: string;
      operation: string;
      created_at: string;
      updated_at: string;
    };
  };
  /** Create or replace the webhook signing secret */
  'POST /api/settings/webhook-secret': {
    input: object;
    output: {
      /** Starts with whsec_. Shown only in this response. */
      webhookSecret: string;
    };
  };
  /** Send a test event */
  'POST /api/settings/webhook-test': {
    input: {
      json: {
        /** Overrides the default webhook URL. */
        url?: string;
      } | null;
    };
    output: WebhookTest;
  };
  /** Create a voice agent */
  'POST /api/v1/agents': {
    input: {
      json: {
        name: string;
        /** A voice id from GET /api/v1/voices. */
        voice_id: string;
        system_prompt?: string | null;
        language?: string | null;
        first_message?: string | null;
        disclosure?: "spoken" | "none" | null;
        model?: string | null;
        temperature?: number | null;
        flow?: AgentFlow | null;
        tools?: AgentTool[] | null;
        last_sentence?: string | null;
        keep_audio?: boolean | null;
        turn_taking?: {
          /** Whether speaking stops the reply. Default: true. */
          interruptions?: boolean;
          /** How long a pause may last before the turn ends. Longer anyway after an unfinished sentence, or while somebody dictates a number or spells. Default: `normal`. */
          patience?: "low" | "normal" | "high";
          /** A reply that was interrupted goes on if no words came by then. Default: 2. */
          false_interruption_seconds?: number;
          idle_prompt?: {
            after_seconds: number;
            /** Several are said one after the other, each after so much silence. */
            say: string | string[];
          } | null;
          soft_timeout?: {
            after_seconds: number;
            say: string;
          } | null;
        } | null;
        limits?: {
          /** Without a turn. Default: 300. */
          idle_seconds?: number;
          /** In all. Default: 1800. */
          max_seconds?: number;
        } | null;
      };
    };
    output: Agent;
  };
  /** Check what an agent says */
  'POST /api/v1/agents/{id}/checks': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        turns: {
          say: string;
          expect?: {
            /** The reply has all of these words, in any case. */
            contains?: string[];
            /** The reply has at least one of these. */
            contains_any?: string[];
            /** The reply has none of these. */
            lacks?: string[];
            /** This function is called. */
            tool?: string;
            /** Whether the caller is handed over. */
            hand_over?: boolean;
            /** Whether the conversation ends, by a hand-over too. */
            ended?: boolean;
          };
        }[];
        /** What functions answer, by name. A check calls no webhook. */
        tool_results?: Record<string, unknown>;
      };
    };
    output: AgentChecks;
  };
  /** Start a conversation with an agent */
  'POST /api/v1/agents/{id}/conversations': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      id: string;
      /** Null once the agent is deleted. */
      agent_id: string | null;
      agent_name: string;
      status: "active" | "ended";
      ended_reason:
      | "handed_over"
      | "ended_by_agent"
      | "ended_by_client"
      | "idle"
      | "time_limit"
      | "out_of_credits"
      | "agent_deleted" | null;
      /** Without the first message. */
      turn_count: number;
      credits: number;
      started_at: string;
      last_turn_at: string;
      /** When it ends unless a turn is taken. */
      expires_at: string;
      ended_at: string | null;
      opening: ConversationTurn | null;
    };
  };
  /** Add a document to what an agent knows */
  'POST /api/v1/agents/{id}/knowledge': {
    input: {
      path: {
        id: string;
      };
    } & ({
      json: {
        /** Quoted as the source. */
        name: string;
        text: string;
      };
    } | {
      form: {
        /** Plain text or Markdown, in UTF-8. */
        file?: Uploadable;
        /** Quoted as the source. */
        name?: string;
      };
    });
    output: AgentDocument;
  };
  /** Create an asset */
  'POST /api/v1/assets': {
    input: ({
      json: {
        /** Public URL of the file; redirects are not followed. */
        url: string;
        name?: string;
      };
    } | {
      form: {
        /** Video, audio or image within the caps of your plan. */
        file?: Uploadable;
        name?: string;
      };
    });
    output: Asset;
  };
  /** Create an avatar video */
  'POST /api/v1/avatar': {
    input: {
      json: {
        /** The script: 1 to 5,000 characters. */
        text: string;
        voice_id?: string;
        /** A preset from GET /api/v1/avatars, or an image or video asset that shows a face. */
        avatar_id?: string;
        /** Background of a preset: `studio`, `office`, a colour such as `#0b3d91`, or an image asset. */
        background?: string;
        /** How a video asset is fitted to the speech: `loop` or `bounce` repeats it, `remap` stretches it, `silence` keeps all of both, `cut_off` ends with the shorter one. */
        sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
        model?: string;
        /** Lip-sync model: `vox-lips` (neural), `vox-visemes` (procedural; free plan only), or one that a worker offers (`musetalk`, `latentsync`, `wav2lip`). Default: `musetalk` where a worker offers it, else `vox-lips`. */
        video_model?: string;
        speed?: number;
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** How people are told that a machine made it, in the language of the text. `visible`: a label in the picture during the whole film, and a note in the captions. `audible`: the voice says it before the text, for the price of these characters. Default: `none`, unless the operator chose otherwise. */
        disclosure?: "audible" | "visible" | "none";
        /** For a picture or clip of your own: true agrees to the text of GET /api/v1/avatars/consent, and GET /api/v1/jobs/{id}/consent then has the record with its receipt. False is refused: 400 `consent_required`. Where the operator asks for it, so is a film without it. */
        consent?: boolean;
        /** Webhook URL for this job. Overrides the account default. HTTPS only in production. */
        webhook_url?: string;
      };
    };
    output: Job;
  };
  /** End a conversation */
  'POST /api/v1/conversations/{id}/end': {
    input: {
      path: {
        id: string;
      };
    };
    output: Conversation;
  };
  /** Take a turn in a conversation */
  'POST /api/v1/conversations/{id}/turns': {
    input: {
      path: {
        id: string;
      };
    } & ({
      json: {
        text: string;
        format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
      };
    } | {
      form: {
        /** What was said: at most 180 seconds and 15 MB. */
        audio?: Uploadable;
        format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
      };
    });
    output: TurnAnswer | Media;
  };
  /** Dub a film or sound */
  'POST /api/v1/dub': {
    input: {
      form: {
        /** A video or a sound, within the caps of your plan. */
        file?: Uploadable;
        /** Instead of a file: another dub of yours, whose film and hearing are shared at no charge. */
        dub_id?: string;
        /** ISO code. GET /api/v1/dub lists them. */
        target_language: string;
        /** ISO code. Detected when absent or `auto`. */
        source_language?: string;
        /** What is said: plain text with a line per row, SRT or VTT. With times, nothing is transcribed. */
        script?: string;
        /** Language of the script, detected when absent. In the target language it is spoken as it is. */
        script_language?: string;
        /** Voice of every speaker. When absent, each gets one like their own. */
        voice_id?: string;
        /** Detected when absent. If fewer voices can be told apart, there are fewer, and every line is `speaker_unsure`. */
        num_speakers?: number;
        /** Dub only from this second of the film. */
        start?: number;
        /** Dub only until this second of the film. */
        end?: number;
        /** Agrees to the text of GET /api/voices/consent for all speakers: each gets a voice made from their own lines. Without it they get the most similar preset. */
        consent?: boolean;
        /** JSON object: terms of the source language with the words to use for them. */
        glossary?: string;
        /** Whether lips follow the new words. Videos only. */
        lip_sync?: boolean;
        sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
        /** `picture`: where a line is too long, the picture is slowed down instead of the line being rushed. */
        fit?: "speech" | "picture";
        /** Whether music and noise of the original are left out. */
        drop_background?: boolean;
        name?: string;
        /** Webhook URL for this job. Overrides the account default. HTTPS only in production. */
        webhook_url?: string;
      };
    };
    output: CreatedDub;
  };
  /** Add a line to a dub */
  'POST /api/v1/dub/{id}/lines': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** From the start of the part that is dubbed. */
        start: number;
        /** From the start of the part that is dubbed. */
        end: number;
        speaker_id: string;
        /** What was said. Without `translation`, the next render translates it. */
        source?: string;
        /** What is said instead. */
        translation?: string;
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      /** The lines that were made or changed. */
      lines: {
        id: string;
        speaker_id: string;
        /** Whether the speaker is a guess. */
        speaker_unsure: boolean;
        start: number;
        end: number;
        /** What was said. Null for a script in the target language. */
        source: string | null;
        /** What is said instead. Null: the next render translates it. */
        translation: string | null;
        /** Words that the translator did not know. */
        unknown_words: string[];
        /** Its place in the last render. Null if it was not in it. */
        spoken: {
          start: number;
          end: number;
          /** Times the usual rate. */
          rate: number;
          /** `rushed` is faster than anybody should speak: shorten the line. */
          fit: "as_spoken" | "faster" | "borrowed" | "stretched" | "rushed";
        } | null;
        /** Whether its words, voice or times changed since the last render. */
        needs_render: boolean;
      }[];
    };
  };
  /** Merge two lines of a dub */
  'POST /api/v1/dub/{id}/lines/merge': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Two lines of one speaker that follow each other. */
        line_ids: string[];
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      /** The lines that were made or changed. */
      lines: {
        id: string;
        speaker_id: string;
        /** Whether the speaker is a guess. */
        speaker_unsure: boolean;
        start: number;
        end: number;
        /** What was said. Null for a script in the target language. */
        source: string | null;
        /** What is said instead. Null: the next render translates it. */
        translation: string | null;
        /** Words that the translator did not know. */
        unknown_words: string[];
        /** Its place in the last render. Null if it was not in it. */
        spoken: {
          start: number;
          end: number;
          /** Times the usual rate. */
          rate: number;
          /** `rushed` is faster than anybody should speak: shorten the line. */
          fit: "as_spoken" | "faster" | "borrowed" | "stretched" | "rushed";
        } | null;
        /** Whether its words, voice or times changed since the last render. */
        needs_render: boolean;
      }[];
    };
  };
  /** Split a line of a dub */
  'POST /api/v1/dub/{id}/lines/{line_id}/split': {
    input: {
      path: {
        id: string;
        line_id: string;
      };
    } & {
      json: {
        /** Character of the translation. The line is split at the word nearest to it. Default: the middle. */
        at?: number;
        /** Second at which the second half begins. */
        time?: number;
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      /** The lines that were made or changed. */
      lines: {
        id: string;
        speaker_id: string;
        /** Whether the speaker is a guess. */
        speaker_unsure: boolean;
        start: number;
        end: number;
        /** What was said. Null for a script in the target language. */
        source: string | null;
        /** What is said instead. Null: the next render translates it. */
        translation: string | null;
        /** Words that the translator did not know. */
        unknown_words: string[];
        /** Its place in the last render. Null if it was not in it. */
        spoken: {
          start: number;
          end: number;
          /** Times the usual rate. */
          rate: number;
          /** `rushed` is faster than anybody should speak: shorten the line. */
          fit: "as_spoken" | "faster" | "borrowed" | "stretched" | "rushed";
        } | null;
        /** Whether its words, voice or times changed since the last render. */
        needs_render: boolean;
      }[];
    };
  };
  /** Render a dub again */
  'POST /api/v1/dub/{id}/render': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** Webhook URL for this job. Overrides the account default. HTTPS only in production. */
        webhook_url?: string;
      };
    };
    output: CreatedDub;
  };
  /** Add a speaker to a dub */
  'POST /api/v1/dub/{id}/speakers': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        name: string;
        voice_id?: string;
        /** Refuses the change with 409 if the dub has another version by now. */
        version?: number;
      };
    };
    output: {
      version: number;
      speaker: {
        id: string;
        name: string;
        /** Time that they speak in the film. */
        seconds: number;
        /** Null until the next render finds one. */
        voice: {
          /** `matched` was made from the lines of the speaker, with consent; `nearest` is the most similar preset; `chosen` is the `voice_id` that you set. */
          kind: "matched" | "nearest" | "chosen";
          /** Null for a matched voice, which exists in this dub only. */
          voice_id: string | null;
          /** Similarity of a matched voice to the speaker, from −1 to 1. */
          score: number | null;
        } | null;
        /** A speaker of another dub of yours who sounds like this one: send it as `same_as` to give them the same voice. Null without consent. */
        suggested: {
          dub_id: string;
          speaker_id: string;
          name: string;
          similarity: number;
        } | null;
      };
    };
  };
  /** Create a key for a browser */
  'POST /api/v1/ephemeral-keys': {
    input: {
      json: {
        /** Groups of routes that the key may use, as in the `x-permission` of an operation. `speech` and `speech:use` are the same here: a browser reads and uses, and never changes the account (`:manage`); `speech:read` only reads. At most those of the API key. `jobs`, `history`, `assets` and `runs` show what all users of the account made; `talk` reaches only the conversations that this key started. */
        permissions: (
          | "speech"
          | "speech:use"
          | "speech:read"
          | "transcription"
          | "transcription:use"
          | "transcription:read"
          | "music"
          | "music:use"
          | "music:read"
          | "sound_effects"
          | "sound_effects:use"
          | "sound_effects:read"
          | "video"
          | "video:use"
          | "video:read"
          | "dubbing"
          | "dubbing:use"
          | "dubbing:read"
          | "generate"
          | "generate:use"
          | "generate:read"
          | "voices"
          | "voices:use"
          | "voices:read"
          | "assets"
          | "assets:use"
          | "assets:read"
          | "history"
          | "history:use"
          | "history:read"
          | "runs"
          | "runs:use"
          | "runs:read"
          | "talk"
          | "talk:use"
          | "talk:read"
          | "realtime"
          | "realtime:use"
          | "realtime:read"
          | "jobs"
          | "jobs:use"
          | "jobs:read"
        )[];
        /** The only agent that a key with `talk` may talk to. The key ends when the agent is deleted. */
        agent_id?: string;
        expires_in_seconds?: number;
        /** Credits that the key may use in all. Null means no limit. */
        credit_limit?: number | null;
        /** IPv4 and IPv6 addresses and CIDRs that the key may be used from. Null means everywhere: the list of the API key does not apply. */
        allowed_addresses?: string[] | null;
      };
    };
    output: {
      id: string;
      /** Begins with `ek_`. Shown only in this response. */
      api_key: string;
      created_at: string;
      expires_at: string;
      /** What the key has: `speech` becomes `speech:use`. */
      permissions: string[];
      agent_id: string | null;
      credit_limit: number | null;
      allowed_addresses: string[] | null;
    };
  };
  /** Estimate credits */
  'POST /api/v1/estimate': {
    input: {
      json: EstimateRequest;
    };
    output: Estimate;
  };
  /** Generate speech, text or a lip-synced video */
  'POST /api/v1/generate': {
    input: ({
      json: GenerateRequest;
    } | {
      form: {
        /** Text to speak, or prompt for the language model: 1 to 5,000 characters. */
        text?: string;
        /** Default: af_heart. */
        voice_id?: string;
        /** A preset of GET /api/v1/avatars, or the id of an image or video asset. Default: `default`. */
        avatar_id?: string;
        /** Background of a preset avatar: `studio`, `office`, a colour such as `#0b3d91`, or an image asset. */
        background?: string;
        /** Default: unified with an input or avatar_id, otherwise tts. */
        taskType?: "tts" | "llm_inference" | "lip_sync" | "unified";
        /** Skip the local worker; always create a job. */
        forceCloud?: boolean;
        /** Speech model. Default: kokoro-82m. Ignored by llm_inference. */
        model?: string;
        /** Lip-sync model: `vox-lips` (neural), `vox-visemes` (procedural; free plan only), or one that a worker offers (`musetalk`, `latentsync`, `wav2lip`). Default: `musetalk` where a worker offers it, else `vox-lips`. */
        video_model?: string;
        speed?: number;
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** How people are told that a machine made it, in the language of the text. `visible`: a label in the picture during the whole film, and a note in the captions. `audible`: the voice says it before the text, for the price of these characters. Default: `none`, unless the operator chose otherwise. */
        disclosure?: "audible" | "visible" | "none";
        /** For a picture or clip of your own: true agrees to the text of GET /api/v1/avatars/consent, and GET /api/v1/jobs/{id}/consent then has the record with its receipt. False is refused: 400 `consent_required`. Where the operator asks for it, so is a film without it. */
        consent?: boolean;
        /** Webhook URL for this job. Overrides the account default. HTTPS only in production. */
        webhook_url?: string;
        /** Video file. Needs an audio, audio_url or text. */
        video?: Uploadable;
        /** Audio file. Needs a video, video_url, image or avatar_id. */
        audio?: Uploadable;
        /** Image of a face. Alternative to video. */
        image?: Uploadable;
        /** Public URL; redirects are not followed. An asset id works too. */
        video_url?: string;
        /** Public URL; redirects are not followed. An asset id works too. */
        audio_url?: string;
        /** Public URL; redirects are not followed. An asset id works too. */
        image_url?: string;
        /** How to reconcile a clip and audio of different lengths. Default: cut_off. */
        sync_mode?: "cut_off" | "loop" | "bounce" | "silence" | "remap";
        /** Index of the face that speaks, from the left, starting at 0. */
        face?: number;
      };
    });
    output: GenerateDone | GenerateQueued;
  };
  /** Render many videos */
  'POST /api/v1/generate/batch': {
    input: {
      query?: {
        /** Checks every line and estimates the cost; enqueues nothing. */
        dry_run?: boolean;
        /** Webhook URL for `batch.completed`, sent when every job has ended. HTTPS in production. */
        webhook_url?: string;
      };
    } & ({
      json: BatchRequest;
    } | {
      text: string;
    });
    output: BatchDryRun | BatchQueued;
  };
  /** Make music from a prompt */
  'POST /api/v1/music': {
    input: {
      json: MusicRequest;
    };
    output: Media | Music;
  };
  /** Check whether a machine made a file */
  'POST /api/v1/provenance/check': {
    input: ({
      json: {
        /** Where the file is. */
        url: string;
      };
    } | {
      form: {
        /** A sound, a film or a picture. */
        file?: Uploadable;
      };
    });
    output: {
      /** A mark was found in the sound, or the file has a valid manifest. */
      marked: boolean;
      watermark: {
        found: boolean;
        /** How much of what can be heard is marked. */
        share: number;
        /** How sure it is that some of the sound is marked; from 0.5 on, `found` is true. */
        confidence: number;
        /** `this`: the registry of this service knows the file, or a sound that is heard in it. The mark itself says only that it is there, so it is null otherwise. */
        installation: "this" | "other" | null;
        /** Five seconds each, one for every second. */
        windows: {
          /** Seconds. */
          start: number;
          end: number;
          /** From 0.5 on, the mark is found here. */
          probability: number;
        }[];
      };
      manifest: {
        /** `valid`: signed, and neither the file nor the manifest was changed since. */
        state: "valid" | "invalid" | "absent";
        /** Whether the certificate leads to a root that this server trusts. */
        trusted: boolean;
        /** The organisation in the certificate of the signer, as the certificate has it. */
        issuer: string | null;
        /** The time that a time stamp attests. */
        signed_at: string | null;
        /** The label of the manifest. */
        id: string | null;
        /** As the file has it. */
        title: string | null;
        /** The program that made the file, as the file has it. */
        generator: string | null;
        actions: {
          action: string;
          /** As IPTC names it, such as trainedAlgorithmicMedia. */
          digital_source_type: string | null;
          /** As the file has it. */
          when: string | null;
        }[];
        ingredients: string[];
        /** What does not hold, in the words of C2PA. */
        problems: string[];
      };
      /** What the account of the caller made here and is heard or named in this file. */
      records: {
        /** Id in GET /api/v1/provenance. */
        id: string;
        kind: string;
        made_at: string;
        /** `hash`: the file is as it was delivered. `manifest`: it carries the manifest of one that was. `sound`: at least five seconds of it sound like one that was. */
        found_by: "hash" | "manifest" | "sound";
      }[];
      /** Null for a picture. */
      duration_seconds: number | null;
      /** What the result does not say. */
      note: string;
    };
  };
  /** Request a payout */
  'POST /api/v1/seller/payouts': {
    input: {
      json: {
        amount_credits: number;
      };
    };
    output: Payout;
  };
  /** Request seller verification */
  'POST /api/v1/seller/verification': {
    input: {
      json: {
        legal_name: string;
        /** ISO 3166-1 code. */
        country: string;
        /** Number of a passport or an identity card. Only its last four characters are shown again. */
        document_id: string;
      };
    };
    output: SellerVerification;
  };
  /** Make a sound effect */
  'POST /api/v1/sfx': {
    input: {
      json: EffectRequest;
    };
    output: Media;
  };
  /** Transcribe audio */
  'POST /api/v1/stt': {
    input: {
      query?: {
        format?: "json" | "text" | "srt" | "vtt";
      };
    } & ({
      json: {
        /** Public URL of the audio; redirects are not followed. */
        audio_url: string;
        /** ISO 639-1 code. Detected when absent or `auto`. */
        language?: string;
        /** `translate` returns English whatever the language. */
        task?: "transcribe" | "translate";
        /** One of moonshine-tiny, moonshine-base, whisper-base, whisper-small. The Moonshine models only know English. Chosen by language when absent, from those that are installed. Workers may offer others, which give no speaker labels; GET /api/v1/stt lists them. */
        model?: string;
        /** Adds a `speaker` to every segment and word, at no extra cost. */
        speaker_labels?: boolean;
        /** Maximum number of speakers, with `speaker_labels`. */
        max_speakers?: number;
      };
    } | {
      form: {
        /** Audio, or a video with sound: at most 180 seconds and 15 MB. */
        file?: Uploadable;
        /** ISO 639-1 code. Detected when absent or `auto`. */
        language?: string;
        /** `translate` returns English whatever the language. */
        task?: "transcribe" | "translate";
        /** One of moonshine-tiny, moonshine-base, whisper-base, whisper-small. The Moonshine models only know English. Chosen by language when absent, from those that are installed. Workers may offer others, which give no speaker labels; GET /api/v1/stt lists them. */
        model?: string;
        /** Adds a `speaker` to every segment and word, at no extra cost. */
        speaker_labels?: boolean;
        /** Maximum number of speakers, with `speaker_labels`. */
        max_speakers?: number;
      };
    });
    output: Transcript | Media;
  };
  /** Convert text to speech */
  'POST /api/v1/tts': {
    input: {
      json: {
        /** Text to speak, 1 to 5,000 characters. May contain `[pause:0.8s]`, `[word](/wɜːd/)` and `[lang:fr]bon appétit[/lang]`, or be SSML: break, prosody (rate), say-as, phoneme, sub, lang, p and s inside `<speak>`, the last three and speak with `xml:lang`. Read out in full, it may be six times as long (always 1,000 characters, at most 10,000); pauses may last 0.25 s per character (always 10 s, at most 120 s). */
        text: string;
        /** A voice id from GET /api/v1/voices, or a blend of up to four: `af_heart(2)+am_adam(1)`. */
        voice_id: string;
        model?: string;
        speed?: number;
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200. */
        pronunciations?: Record<string, string>;
        /** `audible`: before the text the voice says, in its language, that a computer made it. The sentence and a line break cost their characters like the text. Default: `none`, unless the operator chose otherwise. */
        disclosure?: "audible" | "none";
        /** opus is an Ogg file, aac an ADTS stream, pcm 16-bit little-endian mono at 24 kHz. */
        format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
      };
    };
    output: Media;
  };
  /** Stream speech while it is synthesized */
  'POST /api/v1/tts/stream': {
    input: {
      json: {
        /** Text to speak, 1 to 5,000 characters. May contain `[pause:0.8s]`, `[word](/wɜːd/)` and `[lang:fr]bon appétit[/lang]`, or be SSML: break, prosody (rate), say-as, phoneme, sub, lang, p and s inside `<speak>`, the last three and speak with `xml:lang`. Read out in full, it may be six times as long (always 1,000 characters, at most 10,000); pauses may last 0.25 s per character (always 10 s, at most 120 s). */
        text: string;
        /** A voice id from GET /api/v1/voices, or a blend of up to four: `af_heart(2)+am_adam(1)`. */
        voice_id: string;
        model?: string;
        speed?: number;
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200. */
        pronunciations?: Record<string, string>;
        /** `audible`: before the text the voice says, in its language, that a computer made it. The sentence and a line break cost their characters like the text. Default: `none`, unless the operator chose otherwise. */
        disclosure?: "audible" | "none";
        /** opus is an Ogg file, aac an ADTS stream, pcm 16-bit little-endian mono at 24 kHz. */
        format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
      };
    };
    output: Media;
  };
  /** Convert text to speech with word and character timestamps */
  'POST /api/v1/tts/with-timestamps': {
    input: {
      json: {
        /** Text to speak, 1 to 5,000 characters. May contain `[pause:0.8s]`, `[word](/wɜːd/)` and `[lang:fr]bon appétit[/lang]`, or be SSML: break, prosody (rate), say-as, phoneme, sub, lang, p and s inside `<speak>`, the last three and speak with `xml:lang`. Read out in full, it may be six times as long (always 1,000 characters, at most 10,000); pauses may last 0.25 s per character (always 10 s, at most 120 s). */
        text: string;
        /** A voice id from GET /api/v1/voices, or a blend of up to four: `af_heart(2)+am_adam(1)`. */
        voice_id: string;
        model?: string;
        speed?: number;
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200. */
        pronunciations?: Record<string, string>;
        /** `audible`: before the text the voice says, in its language, that a computer made it. The sentence and a line break cost their characters like the text. Default: `none`, unless the operator chose otherwise. */
        disclosure?: "audible" | "none";
        /** opus is an Ogg file, aac an ADTS stream, pcm 16-bit little-endian mono at 24 kHz. */
        format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
        /** Also return captions in this format. */
        captions?: "srt" | "vtt";
      };
    };
    output: {
      /** The audio file, base64. */
      audio: string;
      format: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
      duration_seconds: number;
      /** Characters charged. */
      characters: number;
      model: string;
      /** Id in GET /api/v1/history. Captions are at /api/v1/tts/{history_id}.srt and .vtt. */
      history_id: string;
      words: {
        /** As written in the text: "$3.50". */
        word: string;
        /** Seconds from the start of the audio. */
        start: number;
        /** Seconds from the start of the audio. */
        end: number;
        /** Index of a character (code point) in the text as sent. */
        start_char: number;
        /** Index of a character (code point) in the text as sent. */
        end_char: number;
      }[];
      /** The parts of the text in one language, in order: several with `auto` or marked words. */
      languages: {
        language: string;
        /** Index of a character (code point) in the text as sent. */
        start_char: number;
        /** Index of a character (code point) in the text as sent. */
        end_char: number;
      }[];
      /** The sentence that a computer made the voice, if it was asked for, with its times. */
      disclosure?: {
        text: string;
        /** Seconds from the start of the audio. */
        start: number;
        /** Seconds from the start of the audio. */
        end: number;
      };
      /** Three lists of equal length: every character of the text as sent, with its times. */
      alignment: {
        characters: string[];
        start_times: number[];
        end_times: number[];
      };
      /** SRT or WebVTT, if requested. */
      captions?: string;
    };
  };
  /** License a listing */
  'POST /api/v1/voices/community/{id}': {
    input: {
      path: {
        id: string;
      };
    };
    output: {
      licence: {
        listing_id: string;
        created_at: string;
      };
      listing: Listing;
      voice_id: string;
    };
  };
  /** Report a listing */
  'POST /api/v1/voices/community/{id}/report': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        reason: "impersonation" | "no_consent" | "harmful" | "misleading" | "other";
        details?: string;
      };
    };
    output: {
      report: {
        id: string;
        listing_id: string;
        reason: "impersonation" | "no_consent" | "harmful" | "misleading" | "other";
        created_at: string;
      };
    };
  };
  /** Review a listing */
  'POST /api/v1/voices/community/{id}/reviews': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        rating: number;
        comment?: string;
      };
    };
    output: Review;
  };
  /** Find voices by sound */
  'POST /api/v1/voices/similar': {
    input: {
      query?: {
        /** Maximum number of results. */
        limit?: number;
      };
    } & ({
      json: {
        /** Public URL of the recording; redirects are not followed. */
        url: string;
      };
    } | {
      form: {
        /** A recording of one voice: at least 3 seconds of speech, at most 60 seconds and 15 MB. */
        file?: Uploadable;
      };
    });
    output: {
      /** Most similar first. */
      voices: {
        /** The voice_id. */
        id: string;
        name: string;
        source: "preset" | "clone" | "design" | "community";
        /** Spoken unless a request names another. */
        language: string;
        /** Languages that the voice speaks well, its own first. Any other language of the service can be asked for too. Empty for voices of a remote engine; only their own for published voices of others. */
        languages: {
          language: string;
          /** `native`: the speech model learnt it. `good`: a recogniser gets at most 6 % of the characters wrong. `accented`: at most 12 %, or not measured. */
          level: "native" | "good" | "accented";
          /** Share of characters that a recogniser gets wrong, from 0 to 1. Null where it was not measured. */
          character_errors: number | null;
          /** Whether it is the level of the preset that the voice is based on. True for clones and designs. */
          estimated: boolean;
        }[];
        gender: string;
        tags: string[];
        preview_url: string;
        price_credits?: number;
        /** Cosine of the speaker embeddings, from −1 to 1. Two recordings of one person score about 0.86, recordings of different people much less. */
        similarity: number;
      }[];
    };
  };
  /** Remix a voice */
  'POST /api/v1/voices/{id}/remix': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        /** How the voice should change, in English: 1 to 2,000 characters. */
        prompt: string;
        /** 1 to 200 visible characters. */
        name?: string;
        /** 0 leaves the voice unchanged. Default: 0.5. */
        strength?: number;
        /** Webhook URL for clone.ready and clone.failed. Overrides the account default. */
        webhook_url?: string;
      };
    };
    output: {
      clone: VoiceClone;
      voice_id: string;
      kind: "instant" | "professional";
      samples_uploaded: number;
      /** Path of the clone. */
      poll: string;
    };
  };
  /** Replay a webhook delivery */
  'POST /api/v1/webhook-deliveries/{id}/replay': {
    input: {
      path: {
        id: string;
      };
    };
    output: WebhookDelivery;
  };
  /** Clone a voice */
  'POST /api/voices/clone': {
    input: {
      form: {
        name?: string;
        kind?: "instant" | "professional";
        /** WAV or MP3 of one person, also as `sample`. Instant: 1 to 5 files of 5 to 10 seconds, each under 8 MB. Professional: 5 to 25 files of 2 to 30 minutes together, each under 32 MB. */
        samples: Uploadable[];
        /** f5-tts, xtts-v2, or one that a worker of this service offers. */
        engine?: string;
        /** Must be true: you agree to the text of GET /api/voices/consent. */
        consent: boolean;
        /** ISO code of the language the voice is fitted for. A region, as in en-GB, picks the accent. */
        language?: string;
        /** A preset, a blend or another voice of yours: the clone has its melody and pace, and the timbre and pitch of the samples. */
        prosody_from?: string;
        /** Removes background noise before the samples are judged and the clone is made. Speech then has to be 7 dB above the noise instead of 10. The samples are stored as uploaded. Helps against hum and hiss, hardly against other voices; a quiet room is better than either. */
        remove_background_noise?: boolean;
        /** Webhook URL for clone.ready and clone.failed. Overrides the account default. */
        webhook_url?: string;
      };
    };
    output: {
      clone: VoiceClone;
      voice_id: string;
      kind: "instant" | "professional";
      samples_uploaded: number;
      /** Path of the clone. */
      poll: string;
    };
  };
  /** Prove consent by voice */
  'POST /api/voices/clone/{id}/consent': {
    input: {
      path: {
        id: string;
      };
    } & {
      form: {
        challenge_id: string;
        /** Audio of at most 30 seconds and 8 MB. */
        recording: Uploadable;
      };
    };
    output: VoiceConsent;
  };
  /** Publish a clone */
  'POST /api/voices/clone/{id}/publish': {
    input: {
      path: {
        id: string;
      };
    } & {
      json: {
        title: string;
        description?: string;
        /** Stored in lower case. */
        tags?: string[];
        /** Credits per use, on top of the characters. You get 70 percent of them, rounded down. 0 is free. A price needs a verified seller. */
        price_credits?: number;
        /** Must be true: you may offer this voice to other customers. */
        consent?: boolean;
        /** `public` (default) is in the marketplace, `unlisted` is for everybody who has the id, `invited` for the accounts of `invite_emails`. */
        visibility?: "public" | "unlisted" | "invited";
        invite_emails?: string[];
        /** Name of the licence text; default `standard`. */
        licence?: string;
      };
    };
    output: {
      listing: Listing;
      voice_id: string;
    };
  };
  /** Get a sentence to read aloud */
  'POST /api/voices/consent/challenge': {
    input: object;
    output: {
      challenge_id: string;
      /** Read it aloud and record it. */
      sentence: string;
      expires_at: string;
    };
  };
  /** Check a consent receipt */
  'POST /api/voices/consent/verify': {
    input: {
      json: {
        /** JWS in compact form, signed with the key of GET /api/voices/consent/public-key. */
        receipt: string;
      };
    };
    output: {
      /** Whether this service signed the receipt. */
      valid: boolean;
      consent: {
        /** The service. */
        iss: string;
        consent_id: string;
        account_id: string;
        /** The voice, or the dub as a UUID. */
        voice_id?: string;
        /** The film of a face that was uploaded. */
        job_id?: string;
        purpose: string;
        /** Of the consent text. */
        version: string;
        text_sha256: string;
        sample_sha256: string[];
        given_at: string;
        /** When the consent was spoken in the voice of the samples. Null: it was not. */
        verified_at: string | null;
      } | null;
    };
  };
  /** Design a voice */
  'POST /api/voices/design': {
    input: {
      json: {
        /** Describes the voice in English, in 8 to 2,000 characters. */
        prompt?: string;
        /** Saves a blend of presets as a voice, instead of a `prompt`. It sets language and sound, so that only `name`, `preview_text`, `engine` and `webhook_url` go with it. */
        blend?: string;
        /** 1 to 200 visible characters. */
        name?: string;
        /** ISO code of a language that the voices speak. Default: en. */
        language?: string;
        gender?: "male" | "female" | "neutral";
        age?: "young" | "adult" | "mature";
        /** A hint. */
        accent?: string;
        /** What the preview says, at most 1,000 characters. Default: a short sentence in the language. */
        preview_text?: string;
        /** The engine you ask for: f5-tts, xtts-v2, or one that a worker of this service offers. `served_by` in the record says which one made the voice. */
        engine?: string;
        /** Another seed gives another voice for the same description; the same one gives the same voice. Default: 0. */
        seed?: number;
        /** Called with design.ready or design.failed. Overrides the account default. */
        webhook_url?: string;
      };
    };
    output: {
      design: VoiceDesign;
      voice_id: string;
      /** Path to poll. */
      poll: string;
    };
  };
  /** Preview a voice design */
  'POST /api/voices/design/preview': {
    input: {
      json: {
        /** Describes the voice in English, in 8 to 2,000 characters. */
        prompt: string;
        /** ISO code of a language that the voices speak. Default: en. */
        language?: string;
        gender?: "male" | "female" | "neutral";
        age?: "young" | "adult" | "mature";
        /** A hint. */
        accent?: string;
        /** What the preview says, at most 1,000 characters. Default: a short sentence in the language. */
        preview_text?: string;
        /** The engine you ask for: f5-tts, xtts-v2, or one that a worker of this service offers. `served_by` in the record says which one made the voice. */
        engine?: string;
        /** Another seed gives another voice for the same description; the same one gives the same voice. Default: 0. */
        seed?: number;
        /** Voices to choose from, with consecutive seeds. Needs `Accept: application/json`. Default: 1. */
        candidates?: number;
      };
    };
    output: Media | {
      previews: {
        /** Create the design with this seed to get this voice. */
        seed: number;
        /** WAV, base64. */
        audio: string;
      }[];
    };
  };
  /** Create speech (OpenAI-compatible) */
  'POST /v1/audio/speech': {
    input: {
      json: {
        /** One of tts-1, tts-1-hd, gpt-4o-mini-tts, gpt-4o-mini-tts-2025-12-15, kokoro-82m. All run the speech model of this server. */
        model: string;
        /** Text to speak, 1 to 5,000 characters. */
        input: string;
        voice: string | {
          /** alloy, ash, ballad, coral, echo, fable, onyx, nova, sage, shimmer, verse, marin, cedar, or any voice of GET /api/v1/voices. */
          id: string;
        };
        response_format?: "wav" | "mp3" | "opus" | "aac" | "flac" | "pcm";
        speed?: number;
        /** `sse` sends `speech.audio.delta` events with base64 audio, then `speech.audio.done` with the usage. */
        stream_format?: "audio" | "sse";
        /** ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice. */
        language?: string;
        /** Accepted for compatibility and ignored. */
        instructions?: string;
      };
    };
    output: Media;
  };
  /** Create transcription (OpenAI-compatible) */
  'POST /v1/audio/transcriptions': {
    input: {
      form: {
        /** The audio, at most 180 seconds and 15 MB. */
        file?: Uploadable;
        /** One of whisper-1, gpt-transcribe, gpt-4o-transcribe, gpt-4o-mini-transcribe, gpt-4o-mini-transcribe-2025-12-15, moonshine-tiny, moonshine-base, whisper-base, whisper-small. */
        model?: string;
        /** ISO 639-1 code. Detected by default. */
        language?: string;
        /** Accepted for compatibility and ignored. */
        prompt?: string;
        /** json, text, srt, verbose_json or vtt. */
        response_format?: string;
        /** Answers with `transcript.text.delta` events, then `transcript.text.done`. The events arrive when the transcript is complete. */
        stream?: boolean;
        /** Accepted for compatibility and ignored. */
        temperature?: number;
        /** `word` adds words with times to verbose_json. */
        "timestamp_granularities[]"?: string;
      };
    };
    output: {
      text: string;
      task?: string;
      language?: string;
      duration?: number;
      segments?: Record<string, unknown>[];
      words?: {
        word: string;
        start: number;
        end: number;
      }[];
      usage?: Record<string, unknown>;
    } | Media;
  };
  /** Create translation (OpenAI-compatible) */
  'POST /v1/audio/translations': {
    input: {
      form: {
        /** The audio, at most 180 seconds and 15 MB. */
        file?: Uploadable;
        /** One of whisper-1, gpt-transcribe, gpt-4o-transcribe, gpt-4o-mini-transcribe, gpt-4o-mini-transcribe-2025-12-15, moonshine-tiny, moonshine-base, whisper-base, whisper-small. */
        model?: string;
        /** ISO 639-1 code. Detected by default. */
        language?: string;
        /** Accepted for compatibility and ignored. */
        prompt?: string;
        /** json, text, srt, verbose_json or vtt. */
        response_format?: string;
        /** Answers with `transcript.text.delta` events, then `transcript.text.done`. The events arrive when the transcript is complete. */
        stream?: boolean;
        /** Accepted for compatibility and ignored. */
        temperature?: number;
        /** `word` adds words with times to verbose_json. */
        "timestamp_granularities[]"?: string;
      };
    };
    output: {
      text: string;
      task?: string;
      language?: string;
      duration?: number;
      segments?: Record<string, unknown>[];
      words?: {
        word: string;
        start: number;
        end: number;
      }[];
      usage?: Record<string, unknown>;
    } | Media;
  };
  /** Not offered: WebRTC calls */
  'POST /v1/realtime/calls': {
    input: object;
    output: undefined;
  };
  /** Create a Realtime client secret (OpenAI-compatible) */
  'POST /v1/realtime/client_secrets': {
    input: {
      json: {
        /** As in `session.update`. The socket begins with it. */
        session?: {
          type?: "realtime" | "transcription";
          model?: string;
        };
        expires_after?: {
          anchor?: "created_at";
          /** At least 60 and at most 3600 are used. */
          seconds?: number;
        };
        /** Not in OpenAI's API. Credits that the secret may use in all, over all of its sessions; beyond them a session ends. The default is about what one session of 60 minutes costs. Null means no limit. */
        credit_limit?: number | null;
      };
    };
    output: {
      /** Begins with `ek_`. Shown only in this response. */
      value: string;
      /** Unix seconds. An open session goes on. */
      expires_at: number;
      session: Record<string, unknown>;
      credit_limit: number | null;
    };
  };
  /** Limit the credits of an API key */
  'PUT /api/billing/key-limits/{key_id}': {
    input: {
      path: {
        key_id: string;
      };
    } & {
      json: {
        /** Credits that the key may use per billing cycle. Null means no limit. */
        monthlyCredits: number | null;
      };
    };
    output: {
      key_limit: {
        key_id: string;
        /** Credits that the key may use per billing cycle. Null means no limit. */
        monthlyCredits: number | null;
        /** In this cycle, including work in progress. */
        usedCredits: number;
        resets_at: string;
      } | null;
    };
  };
  /** Change the pay-as-you-go settings */
  'PUT /api/billing/payg-settings': {
    input: {
      json: {
        /** Top up automatically when the balance is low. */
        autoTopUpEnabled?: boolean;
        autoTopUpAmountCents?: number;
        lowBalanceThresholdCents?: number;
        /** Prepaid spend allowed per billing cycle. Null means no cap. */
        monthlySpendCapCents?: number | null;
        /** Percentages of the monthly credits at which the account gets a mail and a `usage.alert` webhook, once per cycle. */
        usageAlertPercents?: number[];
        /** Sum of automatic top-ups allowed per billing month. Null means no cap. */
        autoTopUpMonthlyCapCents?: number | null;
      };
    };
    output: {
      /** Top up automatically when the balance is low. */
      autoTopUpEnabled: boolean;
      autoTopUpAmountCents: number;
      lowBalanceThresholdCents: number;
      /** Prepaid spend allowed per billing cycle. Null means no cap. */
      monthlySpendCapCents: number | null;
      /** Percentages of the monthly credits at which the account gets a mail and a `usage.alert` webhook, once per cycle. */
      usageAlertPercents: number[];
      /** Sum of automatic top-ups allowed per billing month. Null means no cap. */
      autoTopUpMonthlyCapCents: number | null;
    };
  };
  /** Replace the pronunciation dictionary */
  'PUT /api/v1/pronunciations': {
    input: {
      json: {
        /** Maps a word to how it is spoken: in other words, or in IPA between slashes. Matches whole words, in any case unless the entry is in mixed case. In one text, pronunciations may add as many characters as were sent, and always 200. Replaces all entries. */
        pronunciations: Record<string, string>;
      };
    };
    output: {
      pronunciations: Record<string, string>;
      updated_at: string | null;
    };
  };
};

/** Operations that honour an `Idempotency-Key`. */
export const IDEMPOTENT_OPERATIONS: ReadonlySet<string> = new Set([
  'POST /api/admin/users/{id}/credits',
  'POST /api/admin/worker-secrets',
  'POST /api/billing/checkout',
  'POST /api/billing/topup',
  'POST /api/keys',
  'POST /api/runs',
  'POST /api/settings/webhook-secret',
  'POST /api/v1/agents',
  'POST /api/v1/agents/{id}/checks',
  'POST /api/v1/agents/{id}/conversations',
  'POST /api/v1/agents/{id}/knowledge',
  'POST /api/v1/assets',
  'POST /api/v1/avatar',
  'POST /api/v1/conversations/{id}/turns',
  'POST /api/v1/dub',
  'POST /api/v1/dub/{id}/lines',
  'POST /api/v1/dub/{id}/lines/merge',
  'POST /api/v1/dub/{id}/lines/{line_id}/split',
  'POST /api/v1/dub/{id}/render',
  'POST /api/v1/dub/{id}/speakers',
  'POST /api/v1/ephemeral-keys',
  'POST /api/v1/generate',
  'POST /api/v1/generate/batch',
  'POST /api/v1/music',
  'POST /api/v1/seller/payouts',
  'POST /api/v1/seller/verification',
  'POST /api/v1/sfx',
  'POST /api/v1/stt',
  'POST /api/v1/tts',
  'POST /api/v1/tts/stream',
  'POST /api/v1/tts/with-timestamps',
  'POST /api/v1/voices/community/{id}',
  'POST /api/v1/voices/community/{id}/report',
  'POST /api/v1/voices/community/{id}/reviews',
  'POST /api/v1/voices/{id}/remix',
  'POST /api/v1/webhook-deliveries/{id}/replay',
  'POST /api/voices/clone',
  'POST /api/voices/clone/{id}/consent',
  'POST /api/voices/clone/{id}/publish',
  'POST /api/voices/consent/challenge',
  'POST /api/voices/design',
  'POST /api/voices/design/preview',
  'POST /v1/audio/speech',
  'POST /v1/audio/transcriptions',
  'POST /v1/audio/translations',
  'POST /v1/realtime/client_secrets',
]);

import type { Conversation, ConversationTurn } from '../generated/operations.ts';

/** PCM is signed 16-bit little-endian mono at the rate in its name; `pcmu` and `pcma` are G.711 at 8 kHz. */
export type SoundFormat = 'pcm_16000' | 'pcm_24000' | 'opus' | 'pcmu' | 'pcma';
export type EndedReason = NonNullable<Conversation['ended_reason']>;

/** `start` and `end` are offsets in the text of the reply, `start_ms` and `end_ms` in its sound. */
export type SpokenWord = { text: string; start: number; end: number; start_ms: number; end_ms: number };

/** Always the first event of a connection. */
export type Greeting = {
  type: 'conversation';
  conversation_id: string;
  agent_id: string;
  resumed: boolean;
  turns: number;
  input: SoundFormat;
  output: SoundFormat;
};

export type ToolCall = {
  type: 'tool_call';
  call_id: string;
  name: string;
  arguments: Record<string, unknown>;
};

/** Sound of a reply, from `start_ms` to `end_ms` of it, with the words that begin in it. */
export type ReplyAudio = {
  type: 'audio';
  reply: number;
  start_ms: number;
  end_ms: number;
  words: SpokenWord[];
  /** Packets have the output format. Opus has several packets, the other formats have one. */
  packets: Uint8Array<ArrayBuffer>[];
};

/** A live conversation sends these. A newer service may send further types: ignore those you do not know. */
export type LiveEvent =
  | Greeting
  | ReplyAudio
  | ToolCall
  | { type: 'phase'; phase: 'listening' | 'thinking' | 'speaking' | 'paused' }
  | { type: 'speech_started'; at_ms: number }
  | { type: 'speech_stopped'; start_ms: number; end_ms: number }
  | {
      type: 'transcript';
      turn: number;
      text: string;
      language: string | null;
      seconds: number;
      /** Why the turn ended. */
      reason: string;
      credits: number;
    }
  /** Something sounded like speech and had no words. */
  | { type: 'noise' }
  | { type: 'reply_text'; reply: number; delta: string }
  /** Drop what was not played of the reply. */
  | { type: 'stop'; reply: number; at_ms: number }
  /** A false interruption: `audio` goes on from the word that was cut. */
  | { type: 'resume'; reply: number; from_ms: number }
  | { type: 'tool'; reply: number; name: string; arguments: unknown; result: unknown; ok: boolean }
  /** `heard` has exactly the words that were played. */
  | { type: 'reply_ended'; reply: number; text: string; heard: string; interrupted: boolean }
  /** This is the turn as it is kept. Its sound is not kept. */
  | ({ type: 'turn'; number: number } & Omit<ConversationTurn, 'turn'>)
  /** Something was refused. The conversation goes on. */
  | { type: 'error'; error: { code: string; message: string } }
  | { type: 'ended'; reason: EndedReason }
  /** Made by the client: the connection was lost, and it connects again. `conversation` follows when it has. */
  | { type: 'disconnected'; code: number; reason: string };

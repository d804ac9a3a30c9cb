import type { Output } from '@vox-humana/client';

export type Phase = 'listening' | 'thinking' | 'speaking' | 'paused';
export type ReplyId = number;
/** A word of a reply: its place in the text, and in the sound. */
export type SpokenWord = { text: string; start: number; end: number; start_ms: number; end_ms: number };
export type EndedReason = NonNullable<Output<'GET /api/v1/conversations/{id}'>['ended_reason']>;

/** The service sends these as JSON. */
export type LiveEvent =
  | { type: 'conversation'; conversation_id: string; resumed: boolean }
  | { type: 'phase'; phase: Phase }
  | { type: 'speech_started'; at_ms: number }
  | { type: 'speech_stopped'; start_ms: number; end_ms: number }
  | { type: 'transcript'; turn: number; text: string; credits: number }
  | { type: 'noise' }
  | { type: 'reply_text'; reply: ReplyId; delta: string }
  | {
      type: 'audio';
      reply: ReplyId;
      start_ms: number;
      end_ms: number;
      words: SpokenWord[];
      /** This many binary messages follow. */
      packets: number;
    }
  | { type: 'stop'; reply: ReplyId; at_ms: number }
  | { type: 'resume'; reply: ReplyId; from_ms: number }
  | { type: 'tool_call'; call_id: string; name: string; arguments: unknown }
  | { type: 'tool'; reply: ReplyId; name: string; arguments: unknown; result: unknown; ok: boolean }
  | { type: 'reply_ended'; reply: ReplyId; text: string; heard: string; interrupted: boolean }
  | { type: 'turn'; number: number; credits: number }
  | { type: 'error'; error: { code: string; message: string } }
  | { type: 'ended'; reason: EndedReason };

/** The page sends these as JSON. Sound goes as binary messages. */
export type LiveMessage =
  | { type: 'text'; text: string }
  | { type: 'interrupt' }
  | { type: 'played'; reply: ReplyId; ms: number }
  | { type: 'tool_result'; call_id: string; result: unknown }
  | { type: 'tool_result'; call_id: string; error: string }
  | { type: 'end' };

export const INPUT_RATE = 16_000;
export const OUTPUT_RATE = 24_000;

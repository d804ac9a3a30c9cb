/** The live socket sends these, as its protocol has it. */
export type LiveEvent =
  | {
      type: 'conversation';
      conversation_id: string;
      agent_id: string;
      resumed: boolean;
      turns: number;
      input: string;
      output: string;
    }
  | { type: 'phase'; phase: 'listening' | 'thinking' | 'speaking' | 'paused' }
  | { type: 'speech_started'; at_ms: number }
  | { type: 'speech_stopped'; start_ms: number; end_ms: number }
  | {
      type: 'transcript';
      turn: number;
      text: string;
      language: string | null;
      seconds: number;
      reason: string;
      credits: number;
    }
  | { type: 'noise' }
  | { type: 'reply_text'; reply: number; delta: string }
  | {
      type: 'audio';
      reply: number;
      start_ms: number;
      end_ms: number;
      words: LiveWord[];
      packets: number;
    }
  | { type: 'stop'; reply: number; at_ms: number }
  | { type: 'resume'; reply: number; from_ms: number }
  | { type: 'tool_call'; call_id: string; name: string; arguments: unknown }
  | { type: 'tool'; reply: number; name: string; arguments: unknown; result: unknown; ok: boolean }
  | { type: 'reply_ended'; reply: number; text: string; heard: string; interrupted: boolean }
  | ({ type: 'turn' } & LiveTurn)
  | { type: 'error'; error: { code: string; message: string } }
  | { type: 'ended'; reason: string };

type LiveWord = { text: string; start: number; end: number; start_ms: number; end_ms: number };

type LiveTurn = {
  number: number;
  transcript: string | null;
  reply: string;
  interrupted: boolean;
  tools: { name: string; result: unknown; ok: boolean }[];
  credits: number;
  latency_ms: { heard: number; thought: number; spoke: number };
};

export type LiveEventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

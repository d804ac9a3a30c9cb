import type { EndedReason, LiveEvent, Phase, ReplyId, SpokenWord } from './protocol.ts';

type CallerLine = { kind: 'caller'; turn: number; text: string };
export type AgentLine = {
  kind: 'agent';
  /** Replies are numbered anew with each connection. */
  connection: number;
  reply: ReplyId;
  text: string;
  words: SpokenWord[];
  /** The part that was heard is known once the reply has ended. */
  heard: string | null;
  interrupted: boolean;
};
type ToolLine = {
  kind: 'tool';
  id: number;
  name: string;
  arguments: unknown;
  result: unknown;
  ok: boolean;
};
export type TalkLine = CallerLine | AgentLine | ToolLine;
export type ToolCall = { call_id: string; name: string; arguments: unknown };

export type TalkState = {
  conversationId: string | null;
  connection: number;
  phase: Phase;
  /** The caller is speaking. */
  hearing: boolean;
  lines: TalkLine[];
  /** Functions that wait for an answer of this page. */
  calls: ToolCall[];
  /** The keys are the numbers of turns. */
  credits: Record<number, number>;
  /** The newest message of the service about something that went wrong. */
  fault: string | null;
  ended: EndedReason | null;
};

export const SILENT: TalkState = {
  conversationId: null,
  connection: 0,
  phase: 'listening',
  hearing: false,
  lines: [],
  calls: [],
  credits: {},
  fault: null,
  ended: null,
};

/** Returns the state of a conversation after the event. */
export function afterEvent(state: TalkState, event: LiveEvent): TalkState {
  switch (event.type) {
    case 'conversation':
      return {
        ...state,
        conversationId: event.conversation_id,
        connection: state.connection + 1,
        hearing: false,
        calls: [],
      };
    case 'phase':
      return { ...state, phase: event.phase };
    case 'speech_started':
      return { ...state, hearing: true };
    case 'noise':
      return { ...state, hearing: false };
    case 'transcript': {
      const line: CallerLine = { kind: 'caller', turn: event.turn, text: event.text };
      const credits = { ...state.credits, [event.turn]: event.credits };
      return { ...state, hearing: false, fault: null, credits, lines: [...state.lines, line] };
    }
    case 'reply_text':
      return withReply(state, event.reply, (line) => ({ ...line, text: line.text + event.delta }));
    case 'audio':
      return withReply(state, event.reply, (line) => ({ ...line, words: joined(line.words, event.words) }));
    case 'tool_call': {
      const { call_id, name, arguments: given } = event;
      return { ...state, calls: [...state.calls, { call_id, name, arguments: given }] };
    }
    case 'tool': {
      const { name, arguments: given, result, ok } = event;
      const line: ToolLine = { kind: 'tool', id: state.lines.length, name, arguments: given, result, ok };
      return {
        ...state,
        calls: state.calls.filter((call) => call.name !== name),
        lines: [...state.lines, line],
      };
    }
    case 'reply_ended': {
      const { text, heard, interrupted } = event;
      // A reply of which nothing was ever said or heard leaves no trace.
      if (text === '') return state;
      return withReply(state, event.reply, (line) => ({ ...line, text, heard, interrupted }));
    }
    case 'turn':
      return { ...state, credits: { ...state.credits, [event.number]: event.credits } };
    case 'error':
      return { ...state, fault: event.error.message };
    case 'ended':
      return { ...state, ended: event.reason, hearing: false, calls: [] };
    default:
      return state;
  }
}

function withReply(state: TalkState, reply: ReplyId, change: (line: AgentLine) => AgentLine): TalkState {
  const { connection } = state;
  const isIt = (line: TalkLine): line is AgentLine =>
    line.kind === 'agent' && line.reply === reply && line.connection === connection;
  if (state.lines.some(isIt))
    return { ...state, lines: state.lines.map((line) => (isIt(line) ? change(line) : line)) };
  const line: AgentLine = {
    kind: 'agent',
    connection,
    reply,
    text: '',
    words: [],
    heard: null,
    interrupted: false,
  };
  return { ...state, lines: [...state.lines, change(line)] };
}

/** The connection is lost: what was not heard of a reply by then will not be. */
export function afterLoss(state: TalkState, played: { reply: ReplyId; ms: number } | null): TalkState {
  const lines = state.lines.map((line) => {
    if (line.kind !== 'agent' || line.heard !== null) return line;
    const end = played?.reply === line.reply ? saidUntil(line, played.ms) : 0;
    return { ...line, heard: line.text.slice(0, end), interrupted: true };
  });
  return { ...state, lines, hearing: false };
}

/** A reply that goes on after a pause says the word again that was cut. */
function joined(known: SpokenWord[], more: SpokenWord[]): SpokenWord[] {
  const from = more[0]?.start_ms;
  return from === undefined ? known : [...known.filter((word) => word.start_ms < from), ...more];
}

/** Returns the place in its text that a reply has reached after so many milliseconds of its sound. */
export function saidUntil(line: AgentLine, playedMs: number): number {
  const said = line.words.findLast((word) => word.start_ms <= playedMs);
  return said?.end ?? 0;
}

export function creditsOf({ credits }: TalkState): number {
  return Object.values(credits).reduce((sum, one) => sum + one, 0);
}

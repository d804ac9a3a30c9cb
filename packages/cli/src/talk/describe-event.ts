import type { LiveEvent } from '../../../client/src/index.ts';

/** Describes an event in a line for people, or returns null if other events tell the same. */
export function describeEvent(event: LiveEvent, agent: string): string | null {
  switch (event.type) {
    case 'conversation':
      return `conversation ${event.conversation_id}${event.resumed ? ', resumed' : ''}`;
    case 'phase':
      return `… ${event.phase}`;
    case 'speech_started':
      return `speech at ${event.at_ms} ms`;
    case 'speech_stopped':
      return `speech until ${event.end_ms} ms`;
    case 'transcript':
      return `you: ${event.text} (${event.reason}, ${event.credits} credits)`;
    case 'noise':
      return 'noise without words';
    case 'stop':
      return `reply ${event.reply} stopped at ${event.at_ms} ms`;
    case 'resume':
      return `reply ${event.reply} goes on`;
    case 'tool_call':
      return `${event.name} was refused: a terminal has no functions`;
    case 'tool':
      return `${event.name}(${JSON.stringify(event.arguments)}) → ${event.ok ? JSON.stringify(event.result) : 'failed'}`;
    case 'reply_ended':
      return `${agent}: ${event.interrupted ? `${event.heard} – (interrupted)` : event.text}`;
    case 'turn': {
      const { heard, thought, spoke } = event.latency_ms;
      return `turn ${event.number}: ${event.credits} credits; heard in ${heard}, thought in ${thought}, spoke in ${spoke} ms`;
    }
    case 'error':
      return `error: ${event.error.message} (${event.error.code})`;
    case 'ended':
      return `ended: ${event.reason}`;
    case 'disconnected':
      return `the connection was lost (${event.code}); connecting again`;
    default:
      return null;
  }
}

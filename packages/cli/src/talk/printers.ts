import type { LiveEvent } from '../../../client/src/index.ts';
import type { Context } from '../context.ts';
import { plain } from '../terminal/plain-text.ts';
import { describeEvent } from './describe-event.ts';
import type { Recording } from './recording.ts';

type Printer = {
  event(event: LiveEvent): void;
  spoken(what: 'begins' | 'ends' | 'unanswered', recording: Recording): void;
};

const NOTED = new Set(['error', 'disconnected', 'tool_call', 'tool', 'ended']);

/** Prints what both say. */
export function dialogueTo({ stdout, output }: Context, agent: string): Printer {
  return {
    event(event) {
      if (event.type === 'reply_ended') stdout.write(`${plain(`${agent}: ${event.text}`)}\n`);
      else if (NOTED.has(event.type)) output.note(describeEvent(event, agent) ?? '');
    },
    spoken: () => undefined,
  };
}

/** All that happens, with its time in seconds. */
export function timelineTo({ stdout }: Context, agent: string, begunAt: number): Printer {
  let spokenAt: number | null = null;
  const now = () => performance.now();
  const write = (line: string) =>
    stdout.write(`${((now() - begunAt) / 1_000).toFixed(2).padStart(7)}  ${plain(line)}\n`);
  return {
    event(event) {
      if (event.type === 'audio' && spokenAt !== null) {
        write(`first sound ${Math.round(now() - spokenAt)} ms after the recording ended`);
        spokenAt = null;
      }
      const line = describeEvent(event, agent);
      if (line !== null) write(line);
    },
    spoken(what, { path }) {
      spokenAt = what === 'ends' ? now() : null;
      if (what === 'unanswered') write(`${path} got no answer`);
      else write(`${path} ${what}`);
    },
  };
}

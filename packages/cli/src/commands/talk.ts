import type { Agent, LiveConversation, LiveEvent } from '../../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import type { Context } from '../context.ts';
import { UsageError } from '../errors.ts';
import { describeEvent } from '../talk/describe-event.ts';
import { followTalk } from '../talk/follow-talk.ts';
import { type Recording, readRecording } from '../talk/recording.ts';
import { createReplySounds } from '../talk/reply-sounds.ts';
import { sayFiles } from '../talk/say-files.ts';
import { typeTurns } from '../talk/type-turns.ts';
import { plain } from '../terminal/plain-text.ts';

export const talk = defineCommand({
  name: 'talk',
  summary: 'Talk to a voice agent',
  details:
    'Type what you say and read what the agent answers; it ends with Ctrl-D. With --say, recordings are spoken in real time,\n' +
    'and everything that happens is printed with its time: phases, words, replies and how long they took.',
  args: [{ name: 'AGENT', required: true }],
  options: {
    say: {
      type: 'string',
      value: 'FILE',
      multiple: true,
      description: 'Speak this WAV file (16-bit mono, 16 or 24 kHz); may be repeated',
    },
    save: {
      type: 'string',
      value: 'FOLDER',
      description: 'Save the sound of each reply as it was heard: reply-1.wav, …',
    },
    conversation: { type: 'string', value: 'ID', description: 'Go on with a conversation' },
  },
  examples: [
    'vox talk AGENT',
    'echo "A table for four" | vox talk AGENT',
    'vox say -o question.wav "Are you open on Sunday?" && vox talk AGENT --say question.wav --save replies',
  ],
  async run(context, { options, args: [id = ''] }) {
    const recordings = await readAll(options.say ?? []);
    const agent = await context.client.agents.get(id, { signal: context.signal });
    const live = await context.client.agents.talk(id, {
      input: recordings[0]?.rate === 24_000 ? 'pcm_24000' : 'pcm_16000',
      conversationId: options.conversation,
      signal: context.signal,
    });
    const release = context.captureInterrupt(leaveWith(live));
    try {
      await hold(context, live, {
        agent: agent.name,
        opens: options.conversation === undefined && opensItself(agent),
        recordings,
        folder: options.save,
      });
    } finally {
      release();
      live.close();
    }
  },
});

type Held = { agent: string; opens: boolean; recordings: Recording[]; folder: string | undefined };
type Noted = { at_ms: number } & Record<string, unknown>;

async function hold(context: Context, live: LiveConversation, { agent, opens, recordings, folder }: Held) {
  const { output } = context;
  const isSpoken = recordings.length > 0;
  const begunAt = performance.now();
  const events: Noted[] = [];
  const sounds = folder === undefined ? null : createReplySounds(folder);
  const print = isSpoken ? timelineTo(context, agent, begunAt) : dialogueTo(context, agent);
  const talk = followTalk(live, (event) => {
    // Whoever reads has heard all of it at once.
    if (event.type === 'audio' && !isSpoken) live.played(event.reply, event.end_ms);
    sounds?.take(event);
    events.push(noted(event, performance.now() - begunAt));
    if (!output.json) print.event(event);
  });
  if (opens) talk.expectAnswer();
  if (isSpoken) await sayFiles(recordings, { live, talk, onSpoken: print.spoken });
  else await typeTurns(context, live, talk);
  if (!talk.isOver) live.end();
  await talk.over;
  const files = (await sounds?.paths()) ?? [];
  const ended = { conversation_id: live.id, ended: talk.endedReason };
  output.result({ ...ended, events, files }, files);
}

function opensItself({ first_message: first, flow }: Agent): boolean {
  return Boolean(first ?? flow?.states[flow.start]?.say);
}

/** First it is ended, as a caller who hangs up would; then it is only left. */
function leaveWith(live: LiveConversation): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return live.close();
    isAsked = true;
    live.end();
  };
}

async function readAll(paths: readonly string[]): Promise<Recording[]> {
  const recordings = await Promise.all(paths.map(readRecording));
  if (new Set(recordings.map(({ rate }) => rate)).size > 1)
    throw new UsageError('The files have different sample rates. Give all of them one.');
  return recordings;
}

function noted({ ...event }: LiveEvent, atMs: number): Noted {
  const facts = event.type === 'audio' ? { ...event, packets: event.packets.length } : event;
  return { at_ms: Math.round(atMs), ...facts };
}

type Printer = {
  event(event: LiveEvent): void;
  spoken(what: 'begins' | 'ends' | 'unanswered', recording: Recording): void;
};

/** What both say. */
function dialogueTo({ stdout, output }: Context, agent: string): Printer {
  return {
    event(event) {
      if (event.type === 'reply_ended') stdout.write(`${plain(`${agent}: ${event.text}`)}\n`);
      else if (event.type === 'error' || event.type === 'disconnected' || event.type === 'ended')
        output.note(describeEvent(event, agent) ?? '');
    },
    spoken: () => undefined,
  };
}

/** All that happens, with its time in seconds. */
function timelineTo({ stdout }: Context, agent: string, begunAt: number): Printer {
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

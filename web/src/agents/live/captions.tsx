import { Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/index.tsx';
import { classes } from '../../ui/classes.ts';
import { HeardReply } from '../conversations/heard-reply.tsx';
import { type AgentLine, saidUntil, type TalkLine } from './talk-state.ts';
import type { useTalk } from './use-talk.ts';

type CaptionsProps = { talk: ReturnType<typeof useTalk>; agentName: string };

/** Shows what both say while they say it. */
export function Captions({ talk, agentName }: CaptionsProps) {
  const { talk: texts } = useTexts();
  const { lines } = talk.state;
  const end = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what it scrolls to.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [lines.length]);
  return (
    <div
      role="log"
      aria-label={texts.captions}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard.
      tabIndex={0}
      className="max-h-[50dvh] overflow-y-auto rounded-lg bg-sunken p-3"
    >
      <ol className="flex flex-col gap-3">
        {lines.map((line) => (
          <Line key={keyOf(line)} line={line} agentName={agentName} position={talk.position} />
        ))}
        <li ref={end} aria-hidden />
      </ol>
    </div>
  );
}

function keyOf(line: TalkLine): string {
  if (line.kind === 'caller') return `turn-${line.turn}`;
  return line.kind === 'agent' ? `reply-${line.connection}-${line.reply}` : `tool-${line.id}`;
}

type LineProps = { line: TalkLine; agentName: string; position: ReturnType<typeof useTalk>['position'] };

function Line({ line, agentName, position }: LineProps) {
  const { talk: texts } = useTexts();
  if (line.kind === 'tool')
    return (
      <li className="flex items-start gap-2 text-xs text-muted">
        <Wrench aria-hidden className="mt-0.5 size-3.5 shrink-0" />
        <span className="min-w-0 break-words">
          <code>
            {line.name}({JSON.stringify(line.arguments)}) → {JSON.stringify(line.result)}
          </code>
          {!line.ok && <span className="text-danger"> {texts.toolFailed}</span>}
        </span>
      </li>
    );
  const isCaller = line.kind === 'caller';
  return (
    <li className={classes('max-w-[85%]', isCaller && 'self-end')}>
      <p className={classes('mb-0.5 text-xs text-muted', isCaller && 'text-end')}>
        {isCaller ? texts.you : agentName}
      </p>
      <div
        dir="auto"
        className={classes(
          'rounded-xl px-3 py-2 text-sm break-words',
          isCaller ? 'bg-accent-soft text-ink' : 'bg-surface',
        )}
      >
        {isCaller ? line.text : <Reply line={line} position={position} />}
      </div>
    </li>
  );
}

function Reply({ line, position }: { line: AgentLine; position: LineProps['position'] }) {
  const said = useSaidUntil(line, position);
  if (line.heard !== null)
    return (
      <HeardReply heard={line.heard} unheard={line.interrupted ? line.text.slice(line.heard.length) : null} />
    );
  return (
    <>
      <span data-said>{line.text.slice(0, said)}</span>
      <span className="text-muted">{line.text.slice(said)}</span>
    </>
  );
}

/** Returns the place in the text that the sound has reached. */
function useSaidUntil(line: AgentLine, position: LineProps['position']): number {
  const [said, setSaid] = useState(0);
  const isPlaying = line.heard === null;
  const latest = useRef(line);
  latest.current = line;
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const tick = () => {
      const here = position();
      if (here?.reply === latest.current.reply) setSaid(saidUntil(latest.current, here.ms));
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [isPlaying, position]);
  return said;
}

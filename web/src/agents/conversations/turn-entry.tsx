import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { ownAddress } from '../../api/own-address.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { classes } from '../../ui/classes.ts';
import { Badge } from '../../ui/layout.tsx';
import { SoundButton } from '../../ui/sound-button.tsx';
import { HeardReply } from './heard-reply.tsx';
import { PART_COLOURS, PARTS } from './turn-parts.ts';
import type { Turn } from './use-conversation.ts';

type TurnEntryProps = { turn: Turn; agentName: string; longestMs: number };

export function TurnEntry({ turn, agentName, longestMs }: TurnEntryProps) {
  const { conversations: texts, talk } = useTexts();
  const formats = useFormats();
  const { turn: number, transcript, reply, unheard, credits, created_at } = turn;
  const name = number === 0 ? texts.opening : fill(texts.turn, { number });
  return (
    <li className="flex flex-col gap-2 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
        <h3 className="text-sm font-medium text-ink">{name}</h3>
        <time dateTime={created_at}>{formats.time(created_at)}</time>
        <span>{fill(texts.creditCount, { credits: formats.number(credits) })}</span>
      </div>
      <LatencyBar turn={turn} longestMs={longestMs} />
      {transcript !== null && (
        <Said by={talk.you} sound={soundButton(`${name}, ${talk.you}`, turn.caller_audio_url)}>
          {transcript}
        </Said>
      )}
      {turn.tools.map((tool, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a turn does not change.
        <ToolUse key={index} tool={tool} />
      ))}
      {(reply !== '' || unheard) && (
        <Said by={agentName} sound={soundButton(`${name}, ${agentName}`, turn.audio_url)}>
          <HeardReply heard={reply} unheard={unheard} />
        </Said>
      )}
    </li>
  );
}

function soundButton(name: string, url: string | null): ReactNode {
  return url && <SoundButton name={name} load={() => soundAt(url)} />;
}

function LatencyBar({ turn: { latency_ms: latency }, longestMs }: { turn: Turn; longestMs: number }) {
  const { conversations: texts } = useTexts();
  const formats = useFormats();
  const inWords = PARTS.map((part) => `${texts.parts[part]} ${formats.number(latency[part])} ms`).join(', ');
  if (latency.total === 0) return null;
  return (
    <div className="flex items-center gap-3">
      <div role="img" aria-label={inWords} title={inWords} className="flex h-3 grow gap-px" dir="ltr">
        {PARTS.map((part) => (
          <span
            key={part}
            style={{ width: `${(100 * latency[part]) / longestMs}%` }}
            className={classes('h-full first:rounded-s last:rounded-e', PART_COLOURS[part])}
          />
        ))}
      </div>
      <span className="w-20 shrink-0 text-end text-xs text-muted tabular-nums">
        {formats.number(latency.total)} ms
      </span>
    </div>
  );
}

function Said({ by, sound, children }: { by: string; sound?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 text-sm">
      <span className="w-24 shrink-0 truncate text-muted" title={by}>
        {by}
      </span>
      <p dir="auto" className="min-w-0 grow break-words">
        {children}
      </p>
      {sound}
    </div>
  );
}

function ToolUse({ tool }: { tool: Turn['tools'][number] }) {
  const { talk: texts } = useTexts();
  return (
    <div className="flex items-start gap-2 text-xs text-muted">
      <span className="flex w-24 shrink-0 justify-end">
        <Wrench aria-hidden className="mt-0.5 size-3.5" />
      </span>
      <code className="min-w-0 break-words">
        {tool.name}({JSON.stringify(tool.arguments)}) → {JSON.stringify(tool.result)}
      </code>
      {!tool.ok && <Badge tone="danger">{texts.toolFailed}</Badge>}
    </div>
  );
}

async function soundAt(url: string): Promise<Blob> {
  const response = await fetch(ownAddress(url));
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response.blob();
}

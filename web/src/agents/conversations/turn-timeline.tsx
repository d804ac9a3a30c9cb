import { useTexts } from '../../texts/index.tsx';
import { classes } from '../../ui/classes.ts';
import { TurnEntry } from './turn-entry.tsx';
import { PART_COLOURS, PARTS } from './turn-parts.ts';
import type { WholeConversation } from './use-conversation.ts';

/** Every turn with the time that it took, all on the same scale. */
export function TurnTimeline({ conversation }: { conversation: WholeConversation }) {
  const { conversations: texts } = useTexts();
  const { turns, agent_name: agentName } = conversation;
  const longestMs = Math.max(1, ...turns.map(({ latency_ms: { total } }) => total));
  if (turns.length === 0) return <p className="text-sm text-muted">{texts.noTurns}</p>;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-wrap gap-4 text-xs text-muted">
        {PARTS.map((part) => (
          <li key={part} className="flex items-center gap-1.5">
            <span aria-hidden className={classes('size-2.5 rounded-sm', PART_COLOURS[part])} />
            {texts.parts[part]}
          </li>
        ))}
      </ul>
      <ol className="flex flex-col">
        {turns.map((turn) => (
          <TurnEntry key={turn.turn} turn={turn} agentName={agentName} longestMs={longestMs} />
        ))}
      </ol>
    </div>
  );
}

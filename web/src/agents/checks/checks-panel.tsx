import { Plus } from 'lucide-react';
import type { FormEvent } from 'react';
import { api } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Badge, Card } from '../../ui/layout.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import type { Agent } from '../agent.ts';
import { JsonField } from '../builder/json-field.tsx';
import { CheckTurnFields } from './check-turn-fields.tsx';
import { type CheckedTurn, EMPTY_TURN, requestOf } from './checked-turn.ts';

const MOST_TURNS = 20;

/** The browser keeps what is said and what is expected; the service does not. */
export function ChecksPanel({ agent }: { agent: Agent }) {
  const { checks: texts } = useTexts();
  const [draft, change] = useDraft<{ turns: CheckedTurn[]; toolResults: unknown }>(
    `vox.draft.checks.${agent.id}`,
    { turns: [EMPTY_TURN], toolResults: undefined },
  );
  const { turns, toolResults } = draft;
  const run = useRun((json: ReturnType<typeof requestOf>, options) =>
    api.request('POST /api/v1/agents/{id}/checks', { path: { id: agent.id }, json }, options),
  );
  const setTurns = (next: CheckedTurn[]) => {
    // Results stand beside their turns, which are others now.
    run.reset();
    change({ turns: next });
  };
  return (
    <Card title={texts.title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          run.start(requestOf(turns, toolResults));
        }}
      >
        <p className="text-sm text-muted">{texts.lead}</p>
        <ol className="flex flex-col gap-4">
          {turns.map((turn, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns have no name, and every field is controlled.
            <li key={index}>
              <CheckTurnFields
                number={index + 1}
                turn={turn}
                result={run.answer?.turns[index]}
                isOnly={turns.length === 1}
                onChange={(changed) => setTurns(turns.with(index, changed))}
                onRemove={() => setTurns(turns.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button
            icon={<Plus aria-hidden className="size-4" />}
            disabled={turns.length >= MOST_TURNS}
            onClick={() => setTurns([...turns, EMPTY_TURN])}
          >
            {texts.addTurn}
          </Button>
        </div>
        {(agent.tools?.length ?? 0) > 0 && (
          <JsonField
            label={texts.toolResults}
            hint={texts.toolResultsHint}
            value={toolResults}
            onChange={(value) => change({ toolResults: value })}
          />
        )}
        <ErrorNote error={run.error} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" look="primary" busy={run.busy}>
            {texts.run}
          </Button>
          <div role="status" className="flex flex-wrap items-center gap-3 text-sm">
            {run.answer && <Outcome passed={run.answer.passed} credits={run.answer.credits} />}
          </div>
        </div>
      </form>
    </Card>
  );
}

function Outcome({ passed, credits }: { passed: boolean; credits: number }) {
  const { checks: texts, talk } = useTexts();
  const formats = useFormats();
  return (
    <>
      <Badge tone={passed ? 'good' : 'danger'}>{passed ? texts.allPassed : texts.someFailed}</Badge>
      <span className="text-muted">{fill(talk.cost, { credits: formats.number(credits) })}</span>
    </>
  );
}

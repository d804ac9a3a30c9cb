import { Plus } from 'lucide-react';
import { useTexts } from '../../../texts/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import type { AgentFlow } from '../../agent.ts';
import { useFaultAt } from '../faults.tsx';
import { freeName, renameState, withoutState, withState } from './edit-flow.ts';
import { RuleList } from './rule-list.tsx';
import { StateCard } from './state-card.tsx';

type FlowEditorProps = { flow: AgentFlow; onChange(flow: AgentFlow): void };

export function FlowEditor({ flow, onChange }: FlowEditorProps) {
  const { builder: texts } = useTexts();
  const names = Object.keys(flow.states);
  return (
    <div className="flex flex-col gap-5">
      <PatternHelp />
      <div className="grid items-start gap-4 md:grid-cols-[1fr_2fr]">
        <SelectField
          label={texts.startState}
          error={useFaultAt('flow.start')}
          value={flow.start}
          onChange={(event) => onChange({ ...flow, start: event.target.value })}
          options={[...new Set([flow.start, ...names])].map((name) => ({ value: name, label: name }))}
        />
        <TextField
          label={texts.flowOtherwise}
          hint={texts.flowOtherwiseHint}
          required
          maxLength={1_000}
          error={useFaultAt('flow.otherwise')}
          value={flow.otherwise}
          onChange={(event) => onChange({ ...flow, otherwise: event.target.value })}
        />
      </div>
      {names.map((name, index) => (
        <StateCard
          // The name changes while it is edited; the place does not.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          key={index}
          name={name}
          state={flow.states[name] ?? { rules: [] }}
          names={names}
          isOnly={names.length === 1}
          onRename={(to) => onChange(renameState(flow, name, to))}
          onChange={(state) => onChange(withState(flow, name, state))}
          onRemove={() => onChange(withoutState(flow, name))}
        />
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange(withState(flow, freeName(flow), { rules: [] }))}
        >
          {texts.addState}
        </Button>
      </div>
      <section className="rounded-xl border border-line p-4">
        <h3 className="font-medium">{texts.anywhere}</h3>
        <p className="mb-3 text-xs text-muted">{texts.anywhereHint}</p>
        <RuleList
          path="flow.anywhere"
          label={texts.anywhere}
          rules={flow.anywhere ?? []}
          names={names}
          onChange={(anywhere) => onChange({ ...flow, anywhere })}
        />
      </section>
    </div>
  );
}

function PatternHelp() {
  const { builder: texts } = useTexts();
  const rows = Object.entries({
    'book a table': texts.patterns.words,
    '(table|room)': texts.patterns.choice,
    '[please]': texts.patterns.optional,
    '*': texts.patterns.any,
    '{people:number}': texts.patterns.slot,
  });
  return (
    <details className="rounded-lg bg-sunken px-3 py-2 text-sm">
      <summary className="font-medium">{texts.patternHelp}</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {rows.map(([pattern, meaning]) => (
          <div key={pattern} className="contents">
            <dt>
              <code className="text-xs">{pattern}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

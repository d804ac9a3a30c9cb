import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fill, useTexts } from '../../../texts/index.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useFaultAt } from '../faults.tsx';
import { compact } from '../settings.ts';
import { type FlowState, STATE_NAME } from './edit-flow.ts';
import { RuleList } from './rule-list.tsx';

type StateCardProps = {
  name: string;
  state: FlowState;
  names: string[];
  isOnly: boolean;
  onRename(to: string): void;
  onChange(state: FlowState): void;
  onRemove(): void;
};

/** One state: what is said on entering it, what may be answered, and what happens then. */
export function StateCard({ name, state, names, isOnly, onRename, onChange, onRemove }: StateCardProps) {
  const { builder: texts } = useTexts();
  const path = `flow.states.${name}`;
  return (
    <section aria-label={fill(texts.stateNamed, { name })} className="rounded-xl border border-line p-4">
      <div className="mb-4 flex items-start gap-3">
        <div className="grid min-w-0 grow items-start gap-4 md:grid-cols-[1fr_2fr]">
          <StateName key={name} name={name} names={names} onRename={onRename} />
          <TextField
            label={texts.stateSays}
            maxLength={1_000}
            error={useFaultAt(`${path}.say`)}
            value={state.say ?? ''}
            onChange={(event) => onChange(compact({ ...state, say: event.target.value }))}
          />
        </div>
        <IconButton
          label={fill(texts.removeNamed, { name })}
          className="mt-6"
          disabled={isOnly}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <RuleList
        path={`${path}.rules`}
        label={fill(texts.stateNamed, { name })}
        rules={state.rules}
        names={names}
        onChange={(rules) => onChange({ ...state, rules })}
      />
      <Otherwise path={`${path}.otherwise`} state={state} names={names} onChange={onChange} />
    </section>
  );
}

/** Renamed when it is left, so that what is being typed leads nowhere yet. */
function StateName({ name, names, onRename }: Pick<StateCardProps, 'name' | 'names' | 'onRename'>) {
  const { builder: texts } = useTexts();
  const [typed, setTyped] = useState(name);
  const problem = !STATE_NAME.test(typed)
    ? texts.stateNameHint
    : typed !== name && names.includes(typed)
      ? texts.stateNameTaken
      : undefined;
  return (
    <TextField
      label={texts.state}
      spellCheck={false}
      value={typed}
      error={problem}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (problem) setTyped(name);
        else if (typed !== name) onRename(typed);
      }}
    />
  );
}

type OtherwiseProps = Pick<StateCardProps, 'state' | 'names' | 'onChange'> & { path: string };

function Otherwise({ path, state, names, onChange }: OtherwiseProps) {
  const { builder: texts } = useTexts();
  const { otherwise, ...rest } = state;
  const goFault = useFaultAt(`${path}.go`);
  return (
    <div className="mt-4 grid items-start gap-3 border-t border-line pt-4 md:grid-cols-[2fr_1fr]">
      <TextField
        label={texts.stateOtherwise}
        maxLength={1_000}
        error={useFaultAt(`${path}.say`)}
        value={otherwise?.say ?? ''}
        onChange={(event) =>
          onChange(
            event.target.value ? { ...rest, otherwise: { ...otherwise, say: event.target.value } } : rest,
          )
        }
      />
      {otherwise && (
        <SelectField
          label={texts.next}
          error={goFault}
          value={otherwise.go ?? ''}
          onChange={(event) =>
            onChange({ ...rest, otherwise: compact({ ...otherwise, go: event.target.value }) })
          }
          options={[
            { value: '', label: texts.stayHere },
            ...[...new Set([...(otherwise.go ? [otherwise.go] : []), ...names])].map((name) => ({
              value: name,
              label: fill(texts.goTo, { name }),
            })),
          ]}
        />
      )}
    </div>
  );
}

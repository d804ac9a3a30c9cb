import { createContext, useContext } from 'react';
import { useTexts } from '../../../texts/index.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { useFault } from '../faults.tsx';
import { JsonField } from '../json-field.tsx';
import { compact } from '../settings.ts';
import type { FlowRule } from './edit-flow.ts';

type Call = NonNullable<FlowRule['call']>;

/** The functions of the agent. */
export const ToolNames = createContext<string[]>([]);

type CallFieldsProps = { path: string; rule: FlowRule; onChange(rule: FlowRule): void };

/** A function that is called before the rule speaks. */
export function CallFields({ path, rule, onChange }: CallFieldsProps) {
  const { builder: texts } = useTexts();
  const { call, ...rest } = rule;
  const names = [...new Set([...(call ? [call.tool] : []), ...useContext(ToolNames)])].filter(Boolean);
  const failure = call?.on_failure ?? { say: texts.callFailedExample };
  const change = (changed: Partial<Call>) => call && onChange({ ...rest, call: { ...call, ...changed } });
  const toolFault = useFault(`${path}.call.tool`);
  const argumentsFault = useFault(`${path}.call.arguments`);
  const failureFault = useFault(`${path}.call.on_failure`);
  if (names.length === 0) return null;
  return (
    <div className="grid items-start gap-3 md:col-span-3 md:grid-cols-3">
      <SelectField
        label={texts.calls}
        error={toolFault}
        value={call?.tool ?? ''}
        onChange={({ target: { value: tool } }) =>
          onChange(tool ? { ...rest, call: { on_failure: failure, ...call, tool } } : rest)
        }
        options={[
          { value: '', label: texts.callsNothing },
          ...names.map((name) => ({ value: name, label: name })),
        ]}
      />
      {call && (
        <>
          <JsonField
            label={texts.callArguments}
            hint={texts.callArgumentsHint}
            rows={2}
            error={argumentsFault}
            value={call.arguments}
            onChange={(value) =>
              onChange({
                ...rest,
                call: compact({ ...call, arguments: value as Call['arguments'] & object }),
              })
            }
          />
          <TextField
            label={texts.callFailed}
            required
            maxLength={1_000}
            error={failureFault}
            value={failure.say}
            onChange={(event) => change({ on_failure: { ...failure, say: event.target.value } })}
          />
        </>
      )}
    </div>
  );
}

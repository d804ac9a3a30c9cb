import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { fill, useTexts } from '../../../texts/index.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { SelectField, TextArea } from '../../../ui/fields.tsx';
import { useFault, useFaultAt } from '../faults.tsx';
import { compact } from '../settings.ts';
import { CallFields } from './call-fields.tsx';
import { type FlowRule, moved, nextOf, withNext } from './edit-flow.ts';

type RuleListProps = {
  /** The service names faults by this path: `flow.states.open.rules`. */
  path: string;
  label: string;
  rules: FlowRule[];
  /** A rule may lead to any of these states. */
  names: string[];
  onChange(rules: FlowRule[]): void;
};

/** The first rule that fits is followed, so their order counts. */
export function RuleList({ path, label, rules, names, onChange }: RuleListProps) {
  const { builder: texts } = useTexts();
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={label} className="flex flex-col gap-3">
        {rules.map((rule, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name, and every field is controlled.
            key={index}
            className="flex flex-col gap-2 rounded-lg bg-sunken p-3 md:flex-row"
          >
            <RuleFields
              path={`${path}.${index}`}
              rule={rule}
              names={names}
              onChange={(changed) => onChange(rules.with(index, changed))}
            />
            <div className="flex shrink-0 md:mt-6">
              <IconButton
                label={fill(texts.moveUp, { number: index + 1 })}
                disabled={index === 0}
                onClick={() => onChange(moved(rules, index, -1))}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={fill(texts.moveDown, { number: index + 1 })}
                disabled={index === rules.length - 1}
                onClick={() => onChange(moved(rules, index, 1))}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton
                label={fill(texts.removeRule, { number: index + 1 })}
                onClick={() => onChange(rules.toSpliced(index, 1))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          look="quiet"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...rules, { when: [''] }])}
        >
          {texts.addRule}
        </Button>
      </div>
    </div>
  );
}

type RuleFieldsProps = { path: string; rule: FlowRule; names: string[]; onChange(rule: FlowRule): void };

function RuleFields({ path, rule, names, onChange }: RuleFieldsProps) {
  const { builder: texts } = useTexts();
  const ruleFault = useFaultAt(path);
  const goFault = useFaultAt(`${path}.go`);
  const known = rule.go !== undefined && !names.includes(rule.go) ? [rule.go, ...names] : names;
  return (
    <div className="grid min-w-0 grow items-start gap-3 md:grid-cols-[5fr_5fr_3fr]">
      <TextArea
        label={texts.when}
        required
        rows={2}
        className="field-sizing-content"
        error={useFault(`${path}.when`)}
        value={rule.when.join('\n')}
        onChange={(event) => onChange({ ...rule, when: event.target.value.split('\n') })}
      />
      <TextArea
        label={texts.answer}
        rows={2}
        className="field-sizing-content"
        maxLength={1_000}
        error={useFaultAt(`${path}.say`)}
        value={rule.say ?? ''}
        onChange={(event) => onChange(compact({ ...rule, say: event.target.value }))}
      />
      <SelectField
        label={texts.next}
        error={goFault ?? ruleFault}
        value={nextOf(rule)}
        onChange={(event) => onChange(withNext(rule, event.target.value))}
        options={[
          { value: 'stay', label: texts.stayHere },
          ...known.map((name) => ({ value: `go:${name}`, label: fill(texts.goTo, { name }) })),
          { value: 'hand_over', label: texts.handOver },
          { value: 'end', label: texts.endHere },
        ]}
      />
      <CallFields path={path} rule={rule} onChange={onChange} />
    </div>
  );
}

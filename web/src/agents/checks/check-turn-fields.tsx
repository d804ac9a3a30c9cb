import type { Output } from '@vox-humana/client';
import { CircleCheck, CircleX, Trash2 } from 'lucide-react';
import { fill, useTexts } from '../../texts/index.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { type CheckedTurn, ENDINGS } from './checked-turn.ts';

type Result = Output<'POST /api/v1/agents/{id}/checks'>['turns'][number];

type CheckTurnFieldsProps = {
  number: number;
  turn: CheckedTurn;
  result: Result | undefined;
  isOnly: boolean;
  onChange(turn: CheckedTurn): void;
  onRemove(): void;
};

export function CheckTurnFields({ number, turn, result, isOnly, onChange, onRemove }: CheckTurnFieldsProps) {
  const { checks: texts } = useTexts();
  const field = (name: 'contains' | 'lacks' | 'tool') => ({
    label: texts[name],
    value: turn[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...turn, [name]: event.target.value }),
  });
  return (
    <fieldset
      className={classes(
        'rounded-xl border p-4',
        !result ? 'border-line' : result.passed ? 'border-accent' : 'border-danger',
      )}
    >
      <legend className="sr-only">{fill(texts.turn, { number })}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 grow items-start gap-3 md:grid-cols-4">
          <div className="md:col-span-4">
            <TextField
              label={texts.say}
              required
              maxLength={2_000}
              value={turn.say}
              onChange={(event) => onChange({ ...turn, say: event.target.value })}
            />
          </div>
          <TextField {...field('contains')} hint={texts.commas} />
          <TextField {...field('lacks')} hint={texts.commas} />
          <TextField {...field('tool')} maxLength={64} spellCheck={false} />
          <SelectField
            label={texts.ending}
            value={turn.ending}
            onChange={(event) => onChange({ ...turn, ending: event.target.value as CheckedTurn['ending'] })}
            options={ENDINGS.map((value) => ({ value, label: texts.endings[value] }))}
          />
        </div>
        <IconButton
          label={fill(texts.removeTurn, { number })}
          className="mt-6"
          disabled={isOnly}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      {result && <TurnResult result={result} />}
    </fieldset>
  );
}

function TurnResult({ result: { passed, reply, failures, tools } }: { result: Result }) {
  const { checks: texts } = useTexts();
  return (
    <div className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-sm">
      <p className={classes('flex items-center gap-1.5 font-medium', passed ? 'text-good' : 'text-danger')}>
        {passed ? <CircleCheck aria-hidden className="size-4" /> : <CircleX aria-hidden className="size-4" />}
        {passed ? texts.passed : texts.failed}
      </p>
      <p dir="auto" className="break-words">
        {reply}
      </p>
      {tools.map(({ name, arguments: given }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the result of a turn does not change.
        <code key={index} className="text-xs break-words text-muted">
          {name}({JSON.stringify(given)})
        </code>
      ))}
      <ul className="list-disc ps-5 text-danger">
        {failures.map((failure) => (
          <li key={failure}>{failure}</li>
        ))}
      </ul>
    </div>
  );
}

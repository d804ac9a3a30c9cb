import type { Dub } from '@vox-humana/client';
import { useEffect, useRef } from 'react';
import { account } from '../api/clients.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { classes } from '../ui/classes.ts';
import { SelectField, TextArea, TextField } from '../ui/fields.tsx';
import { Badge } from '../ui/layout.tsx';
import { ChangeError } from './change-error.tsx';
import { LineActions } from './line-actions.tsx';
import { type DubLine, useDubChange } from './use-dub.ts';

/** A change is typed and not yet saved. */
export type LineChange = Partial<
  Pick<DubLine, 'start' | 'end' | 'speaker_id'> & { source: string; translation: string }
>;

type DubLineProps = {
  dub: Dub;
  line: DubLine;
  /** The next line, if it can be merged with this one. */
  next: DubLine | null;
  typed: LineChange;
  onType(change: LineChange | null): void;
  chosen: boolean;
};

/** A line to edit. */
export function DubLineForm({ dub, line, next, typed, onType, chosen }: DubLineProps) {
  const { dubbing: texts, common } = useTexts();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const save = useDubChange(
    dub.id,
    (json: LineChange) =>
      account.dubs.updateLine({ dub: dub.id, line: line.id }, { ...json, version: dub.version }),
    () => onType(null),
  );
  useEffect(() => {
    if (chosen) form.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const shown = { ...line, ...typed };
  const type = (change: LineChange) => onType({ ...typed, ...change });
  // A reload may come between the answer to a save and its end.
  const isTyped = Object.entries(typed).some(([name, value]) => line[name as keyof LineChange] !== value);
  return (
    <form
      ref={form}
      aria-label={fill(texts.lineAt, { time: formats.clock(line.start), text: line.translation ?? '' })}
      className={classes(
        'flex flex-col gap-3 rounded-lg border p-3',
        chosen ? 'border-accent' : 'border-line',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(typed);
      }}
    >
      <div className="flex flex-wrap gap-2 empty:hidden">
        {line.needs_render && <Badge tone="warning">{texts.needsRender}</Badge>}
        {line.spoken?.fit === 'rushed' && <Badge tone="danger">{texts.rushed}</Badge>}
        {line.speaker_unsure && <Badge>{texts.speakerUnsure}</Badge>}
        {line.unknown_words.length > 0 && (
          <Badge tone="warning">{fill(texts.unknownWords, { words: line.unknown_words.join(', ') })}</Badge>
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-[6rem_6rem_1fr]">
        {(['start', 'end'] as const).map((edge) => (
          <TextField
            key={edge}
            label={texts[edge]}
            type="number"
            min={0}
            step={0.01}
            // A split gives times that are finer than the step, which browsers would refuse to save.
            value={Math.round(shown[edge] * 100) / 100}
            onChange={({ target }) =>
              !Number.isNaN(target.valueAsNumber) && type({ [edge]: target.valueAsNumber })
            }
          />
        ))}
        <div className="col-span-2 sm:col-span-1">
          <SelectField
            label={texts.speaker}
            value={shown.speaker_id}
            onChange={(event) => type({ speaker_id: event.target.value })}
            options={dub.speakers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </div>
      </div>
      <div className={classes('grid gap-3', line.source !== null && 'sm:grid-cols-2')}>
        {line.source !== null && (
          <TextArea
            label={texts.source}
            rows={2}
            value={shown.source ?? ''}
            onChange={(event) => type({ source: event.target.value })}
          />
        )}
        <TextArea
          label={texts.translation}
          rows={2}
          value={shown.translation ?? ''}
          onChange={(event) => type({ translation: event.target.value })}
        />
      </div>
      {isTyped && (
        <div className="flex gap-2">
          <Button type="submit" look="primary" busy={save.isPending}>
            {common.save}
          </Button>
          <Button onClick={() => onType(null)}>{common.cancel}</Button>
        </div>
      )}
      <ChangeError error={save.error} />
      <LineActions dub={dub} line={line} next={next} disabled={isTyped} />
    </form>
  );
}

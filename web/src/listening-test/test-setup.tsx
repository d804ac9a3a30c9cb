import { Ear } from 'lucide-react';
import { useState } from 'react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { CheckboxField, SelectField } from '../ui/fields.tsx';
import { Card } from '../ui/layout.tsx';

const COUNTS = [10, 16, 24, 30, 50];
const USUAL_COUNT = 16;

type TestSetupProps = {
  samples: string[];
  busy: boolean;
  error: unknown;
  onStart(samples: string[], count: number): void;
};

/** Asks which sounds are compared and how often. */
export function TestSetup({ samples, busy, error, onStart }: TestSetupProps) {
  const { listeningTest: texts } = useTexts();
  const [chosen, setChosen] = useState<string[]>(samples);
  const [count, setCount] = useState(USUAL_COUNT);
  const names: Record<string, string> = texts.samples;
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title={texts.howTitle}>
        <ol className="flex list-decimal flex-col gap-3 ps-5 text-sm">
          {texts.how.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Card>
      <Card title={texts.setup}>
        <form
          className="flex flex-col gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            onStart(chosen, count);
          }}
        >
          <fieldset className="flex flex-col gap-2.5">
            <legend className="mb-2 text-sm font-medium">{texts.sounds}</legend>
            {samples.map((sample) => (
              <CheckboxField
                key={sample}
                label={names[sample] ?? sample}
                checked={chosen.includes(sample)}
                onChange={({ target }) =>
                  setChosen((before) =>
                    target.checked ? [...before, sample] : before.filter((one) => one !== sample),
                  )
                }
              />
            ))}
          </fieldset>
          <SelectField
            label={texts.trials}
            hint={texts.trialsHint}
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
            options={COUNTS.map((value) => ({
              value: String(value),
              label: fill(texts.trialsCount, { count: value }),
            }))}
          />
          <ErrorNote error={error} />
          <div>
            <Button
              type="submit"
              look="primary"
              busy={busy}
              disabled={chosen.length === 0}
              icon={<Ear aria-hidden className="size-4" />}
            >
              {texts.start}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}

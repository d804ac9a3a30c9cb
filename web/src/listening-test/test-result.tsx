import { RotateCw } from 'lucide-react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { DownloadButton } from '../ui/download-button.tsx';
import { Card, Note } from '../ui/layout.tsx';
import { Table } from '../ui/table.tsx';
import { exportCsv, exportJson } from './export-answers.ts';
import { type Answered, chanceOf, countRight, findingOf, powerOf } from './trials.ts';

type TestResultProps = { answers: Answered[]; mark: string; onAgain(): void };

/** What the answers show and what they do not, in words and figures. */
export function TestResult({ answers, mark, onAgain }: TestResultProps) {
  const { listeningTest: texts } = useTexts();
  const formats = useFormats();
  const trials = answers.length;
  const right = countRight(answers);
  const chance = chanceOf(right, trials);
  const finding = findingOf(right, trials);
  const figures = { right, trials, chance: shownChance(formats.percent, chance) };
  const names: Record<string, string> = texts.samples;
  const samples = Object.keys(names).filter((name) => answers.some(({ sample }) => sample === name));
  const about = { mark, takenAt: new Date().toISOString() };
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <div role="status" className="flex flex-col gap-3">
          <p className="text-4xl font-semibold tabular-nums">{fill(texts.score, figures)}</p>
          <h2 className="text-lg font-semibold">{texts.findings[finding].title}</h2>
          <p className="max-w-3xl text-sm">{texts.findings[finding].text}</p>
          <p className="max-w-3xl text-sm text-muted">{fill(texts.chance, figures)}</p>
        </div>
      </Card>
      {finding === 'notShown' && (
        <Note tone="warning">
          <p className="max-w-3xl">
            {fill(texts.power, { trials, power: formats.percent(powerOf(trials)) })}
          </p>
        </Note>
      )}
      <Card title={texts.bySample}>
        <Table
          label={texts.bySample}
          rows={samples}
          rowKey={(sample) => sample}
          columns={[
            { header: texts.sample, cell: (sample) => names[sample] },
            {
              header: texts.rightOf,
              numeric: true,
              cell: (sample) => {
                const own = answers.filter((answer) => answer.sample === sample);
                return fill(texts.score, { right: countRight(own), trials: own.length });
              },
            },
          ]}
        />
        <p className="mt-3 text-xs text-muted">{texts.bySampleHint}</p>
      </Card>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon={<RotateCw aria-hidden className="size-4" />} onClick={onAgain}>
          {texts.again}
        </Button>
        <DownloadButton
          text={exportCsv(answers)}
          type="text/csv"
          name="listening-test.csv"
          label={texts.saveCsv}
        />
        <DownloadButton
          text={exportJson(answers, about)}
          type="application/json"
          name="listening-test.json"
          label={texts.saveJson}
        />
        <span className="text-xs text-muted">{texts.nothingKept}</span>
      </div>
    </div>
  );
}

/** No result has a chance of nothing. */
function shownChance(percent: (share: number) => string, chance: number): string {
  return chance < 0.01 ? `<\u00a0${percent(0.01)}` : percent(chance);
}

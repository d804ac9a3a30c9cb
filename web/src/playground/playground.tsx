import type { Estimate } from '@vox-humana/client';
import { Play, RotateCw, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Card, Note, Page } from '../ui/layout.tsx';
import { CodeTabs } from './code-tabs.tsx';
import type { ExampleRequest } from './request-code.ts';
import { SaveRun } from './saved-runs/save-run.tsx';
import type { SavedRequest } from './saved-runs/saved-request.ts';
import { useOpenedRun } from './saved-runs/use-opened-run.ts';

type Price = Pick<Estimate, 'credits' | 'over_quota_cents' | 'affordable'>;

type PlaygroundProps = {
  title: string;
  lead: string;
  /** The fields of the request. */
  form: ReactNode;
  /** The answer, or what the page shows before there is one. */
  result: ReactNode;
  request: ExampleRequest;
  price: Price | null;
  error: unknown;
  busy: boolean;
  /** False while something required is missing. */
  ready: boolean;
  /** There is an answer: the button runs it again. */
  done?: boolean;
  /** The button is labelled with this instead of "Run". */
  action?: string;
  onRun(): void;
  onStop?(): void;
  /** Fills the form with a saved run. */
  onOpen(request: SavedRequest): void;
};

/** A page of the playground: the request with its price, the answer, and the same request as code. */
export function Playground(props: PlaygroundProps) {
  const { title, lead, form, result, request, price, error, busy, onRun, onStop, onOpen } = props;
  const { playground: texts } = useTexts();
  const { opened, error: notOpened } = useOpenedRun(onOpen);
  // A film with a recording is another operation than one with a text, so it does not replace it.
  const replaced = opened?.operation === request.operation ? opened : null;
  return (
    <Page
      title={title}
      lead={lead}
      actions={<SaveRun key={replaced?.id} request={request} opened={replaced} />}
    >
      <ErrorNote error={notOpened} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Card>
          <form
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              onRun();
            }}
          >
            {form}
            <div className="flex flex-wrap items-center gap-3">
              <RunButton {...props} />
              {busy && onStop && (
                <Button icon={<Square aria-hidden className="size-4" />} onClick={onStop}>
                  {texts.stop}
                </Button>
              )}
              <PriceTag price={price} />
            </div>
          </form>
        </Card>
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={texts.result}>
            <div className="flex flex-col gap-4" aria-live="polite">
              <ErrorNote error={error} />
              {result}
            </div>
          </Card>
          <Card title={texts.code}>
            <CodeTabs request={request} />
          </Card>
        </div>
      </div>
    </Page>
  );
}

function RunButton({ busy, ready, done, action }: PlaygroundProps) {
  const { playground: texts } = useTexts();
  const Icon = done ? RotateCw : Play;
  return (
    <Button
      type="submit"
      look="primary"
      busy={busy}
      disabled={!ready}
      icon={<Icon aria-hidden className="size-4" />}
    >
      {action ?? (done ? texts.runAgain : texts.run)}
    </Button>
  );
}

/** Shows the price before it is spent. */
export function PriceTag({ price }: { price: Price | null }) {
  const { playground: texts } = useTexts();
  const formats = useFormats();
  if (!price) return null;
  const cost = fill(texts.costs, { credits: formats.number(price.credits) });
  if (!price.affordable) return <Note tone="warning">{`${cost} ${texts.notAffordable}`}</Note>;
  const { over_quota_cents: overQuotaCents = 0 } = price;
  return (
    <span className="text-sm text-muted">
      {cost}
      {overQuotaCents > 0 && ` ${fill(texts.overQuota, { amount: formats.cents(overQuotaCents) })}`}
    </span>
  );
}

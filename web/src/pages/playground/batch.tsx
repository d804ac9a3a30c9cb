import { Send } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/clients.ts';
import { useRun } from '../../api/use-run.ts';
import { type DryRun, DryRunTable } from '../../playground/dry-run-table.tsx';
import { Playground, PriceTag } from '../../playground/playground.tsx';
import { textIn } from '../../playground/saved-runs/saved-request.ts';
import { fill, useFormats, useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { EmptyState, Note } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { PaidPlanNote, useHasPaidPlan } from '../../voices/paid-plan-note.tsx';

const EXAMPLE = [
  { request_id: 'greeting', payload: { text: 'Hello, and welcome!', voice_id: 'af_heart' } },
  { request_id: 'farewell', payload: { text: 'Goodbye, and come back soon.', voice_id: 'bm_george' } },
]
  .map((line) => JSON.stringify(line))
  .join('\n');

export default function BatchPage() {
  const { batch: texts } = useTexts();
  const [draft, change] = useDraft('vox.draft.batch', { jsonl: EXAMPLE });
  const [files, setFiles] = useState<File[]>([]);
  const hasPaidPlan = useHasPaidPlan();
  const check = useRun(async (jsonl: string, { signal }) => ({
    jsonl,
    dryRun: (await api.batches.dryRun({ jsonl }, { signal })) as DryRun,
  }));
  const take = async ([file]: File[]) => {
    if (!file) return;
    setFiles([file]);
    change({ jsonl: await file.text() });
  };
  return (
    <Playground
      title={texts.title}
      lead={texts.lead}
      action={texts.check}
      price={null}
      error={check.error}
      busy={check.busy}
      ready={hasPaidPlan && draft.jsonl.trim() !== ''}
      onRun={() => check.start(draft.jsonl)}
      onStop={check.stop}
      onOpen={(request) => change({ jsonl: textIn(request, 'jsonl') })}
      request={{ operation: 'POST /api/v1/generate/batch', json: { jsonl: draft.jsonl } }}
      form={
        <>
          <PaidPlanNote text={texts.paidPlan} />
          <TextArea
            label={texts.lines}
            hint={texts.linesHint}
            rows={10}
            required
            spellCheck={false}
            className="font-mono text-xs"
            value={draft.jsonl}
            onChange={(event) => change({ jsonl: event.target.value })}
          />
          <FileDrop label={texts.file} accept=".jsonl,.ndjson,.json,.txt" files={files} onFiles={take} />
        </>
      }
      result={
        check.answer ? (
          <Checked
            key={check.answer.jsonl}
            {...check.answer}
            isCurrent={check.answer.jsonl === draft.jsonl}
          />
        ) : (
          <EmptyState title={texts.empty} />
        )
      }
    />
  );
}

type CheckedProps = { jsonl: string; dryRun: DryRun; isCurrent: boolean };

/** The verdict on each line, and the button that spends. */
function Checked({ jsonl, dryRun, isCurrent }: CheckedProps) {
  const { batch: texts } = useTexts();
  const formats = useFormats();
  const [asking, setAsking] = useState(false);
  const send = useRun(api.batches.create);
  const { valid, invalid, estimate } = dryRun;
  if (send.answer)
    return (
      <>
        <Note tone="good">{fill(texts.sent, { count: send.answer.batch_size })}</Note>
        <div>
          <LinkButton look="primary" to={`/work/batches/${send.answer.id}`}>
            {texts.open}
          </LinkButton>
        </div>
      </>
    );
  return (
    <>
      <DryRunTable dryRun={dryRun} />
      <ErrorNote error={send.error} />
      {invalid > 0 && <Note tone="warning">{fill(texts.invalid, { count: invalid })}</Note>}
      {!isCurrent && <Note>{texts.changed}</Note>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          look="primary"
          icon={<Send aria-hidden className="size-4" />}
          busy={send.busy}
          disabled={invalid > 0 || !isCurrent || !estimate.affordable}
          onClick={() => setAsking(true)}
        >
          {texts.send}
        </Button>
        <PriceTag price={estimate} />
      </div>
      <ConfirmDialog
        title={texts.send}
        description={fill(texts.sendHint, { count: valid, credits: formats.number(estimate.credits) })}
        action={texts.sendNow}
        open={asking}
        onOpenChange={setAsking}
        onConfirm={() => send.start({ jsonl })}
      />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ScanSearch, Square } from 'lucide-react';
import { useState } from 'react';
import { meQuery } from '../api/session.ts';
import { useRun } from '../api/use-run.ts';
import { uploadingClient } from '../assets/uploading-client.ts';
import { useFormats, useTexts } from '../texts/index.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TextField } from '../ui/fields.tsx';
import { FileDrop } from '../ui/file-drop.tsx';
import { Card, ProgressBar } from '../ui/layout.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CheckResult } from './check-result.tsx';

type Source = { file: File } | { url: string };

/** Checks a file or what lies at an address, and shows what was found. */
export function FileCheck() {
  const { provenance: texts } = useTexts();
  const { data: me } = useQuery(meQuery);
  const [file, setFile] = useState<File | null>(null);
  const [url, setUrl] = useState('');
  const [from, setFrom] = useState<'file' | 'url'>('file');
  const [sent, setSent] = useState<number | null>(null);
  const check = useRun(
    async (source: Source, { signal }) => {
      setSent('file' in source ? 0 : null);
      const answer = await uploadingClient(setSent).provenance.check(source, { signal });
      return { source, answer };
    },
    { onSettled: () => setSent(null) },
  );
  const chosen: Source | null = from === 'file' ? file && { file } : url.trim() ? { url: url.trim() } : null;
  return (
    <>
      <Card>
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen) check.start(chosen);
          }}
        >
          <Tabs
            label={texts.source}
            value={from}
            onChange={(id) => setFrom(id === 'url' ? 'url' : 'file')}
            tabs={[
              {
                id: 'file',
                label: texts.file,
                content: (
                  <FileDrop
                    label={texts.choose}
                    accept="audio/*,video/*,image/*"
                    files={file ? [file] : []}
                    onFiles={([first]) => setFile(first ?? null)}
                  />
                ),
              },
              {
                id: 'url',
                label: texts.url,
                content: (
                  <TextField
                    label={texts.urlLabel}
                    hint={texts.urlHint}
                    type="url"
                    placeholder="https://example.com/talk.mp3"
                    maxLength={2_000}
                    value={url}
                    onChange={(event) => setUrl(event.target.value)}
                  />
                ),
              },
            ]}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              type="submit"
              look="primary"
              busy={check.busy}
              disabled={!chosen}
              icon={<ScanSearch aria-hidden className="size-4" />}
            >
              {texts.check}
            </Button>
            {check.busy && (
              <Button icon={<Square aria-hidden className="size-4" />} onClick={check.stop}>
                {texts.stop}
              </Button>
            )}
            <span className="text-xs text-muted">{texts.notKept}</span>
          </div>
          {check.busy && <Progress sent={sent} />}
          <ErrorNote error={check.error} />
        </form>
      </Card>
      {check.answer && !check.busy && (
        <CheckResult
          check={check.answer.answer}
          {...namedSource(check.answer.source)}
          isSignedIn={Boolean(me?.user)}
        />
      )}
    </>
  );
}

/** First the file is sent; then nobody knows how long the service listens. */
function Progress({ sent }: { sent: number | null }) {
  const { provenance: texts } = useTexts();
  const { percent } = useFormats();
  const isSending = sent !== null && sent < 1;
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex justify-between gap-3">
        <span role="status">{isSending ? texts.sending : texts.listening}</span>
        {isSending && <span className="text-muted tabular-nums">{percent(sent)}</span>}
      </p>
      <ProgressBar value={isSending ? sent : null} label={isSending ? texts.sending : texts.listening} />
    </div>
  );
}

function namedSource(source: Source): { name: string; file: File | null } {
  return 'file' in source ? { name: source.file.name, file: source.file } : { name: source.url, file: null };
}

import { useParams } from '@tanstack/react-router';
import type { Dub } from '@vox-humana/client';
import { useEffect, useRef, useState } from 'react';
import { DubActions } from '../../dubbing/dub-actions.tsx';
import { DubLines } from '../../dubbing/dub-lines.tsx';
import { DubPlayer } from '../../dubbing/dub-player.tsx';
import { DubSpeakers } from '../../dubbing/dub-speakers.tsx';
import { DubTimeline } from '../../dubbing/dub-timeline.tsx';
import { refreshDub, useDub } from '../../dubbing/use-dub.ts';
import { JobError } from '../../jobs/job-error.tsx';
import { JobProgress } from '../../jobs/job-progress.tsx';
import { JobState } from '../../jobs/job-view.tsx';
import { isRunning, useJob } from '../../jobs/use-job.ts';
import { fill, useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Card, Page } from '../../ui/layout.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { useLanguageName } from '../../voices/voice-picker.tsx';

export default function DubPage() {
  const { common, dubbing: texts } = useTexts();
  const { dubId = '' }: { dubId?: string } = useParams({ strict: false });
  const { data: dub, error } = useDub(dubId);
  if (dub) return <DubEditor key={dub.id} dub={dub} />;
  return (
    <Page title={texts.title} actions={<LinkButton to="/playground/dubbing">{texts.all}</LinkButton>}>
      <ErrorNote error={error} />
      {!error && <p role="status">{common.loading}</p>}
    </Page>
  );
}

function DubEditor({ dub }: { dub: Dub }) {
  const { dubbing: texts } = useTexts();
  const languageName = useLanguageName();
  const [seconds, setSeconds] = useState(0);
  const [chosen, setChosen] = useState<string | null>(null);
  const player = useRef<HTMLVideoElement>(null);
  const choose = (lineId: string) => {
    setChosen(lineId);
    const line = dub.lines.find(({ id }) => id === lineId);
    if (line && player.current) player.current.currentTime = line.spoken?.start ?? line.start;
  };
  const into = languageName(dub.target_language);
  const from = dub.source_language && languageName(dub.source_language);
  return (
    <Page
      title={dub.name || dub.film.filename}
      lead={from ? fill(texts.fromInto, { from, into }) : into}
      actions={
        <>
          <LinkButton to="/playground/dubbing">{texts.all}</LinkButton>
          <DubActions dub={dub} />
        </>
      }
    >
      <LatestRender key={dub.job.job_id} dub={dub} />
      {dub.output_url && (
        <Card title={texts.result}>
          <DubPlayer dub={dub} onTime={setSeconds} ref={player} />
        </Card>
      )}
      {dub.lines.length > 0 && (
        <>
          <Card title={texts.timeline}>
            <DubTimeline dub={dub} seconds={seconds} chosen={chosen} onChoose={choose} />
          </Card>
          <Card title={texts.speakers}>
            <DubSpeakers dub={dub} />
          </Card>
          <Card title={texts.lines}>
            <DubLines dub={dub} chosen={chosen} />
          </Card>
        </>
      )}
    </Page>
  );
}

/** Shows a render that runs or failed. What it made is read with the dub. */
function LatestRender({ dub }: { dub: Dub }) {
  const { jobs: texts } = useTexts();
  if (dub.job.status === 'completed') return null;
  return (
    <Card title={texts.progress}>
      <div aria-live="polite">
        {isRunning(dub.job) ? <RunningRender dub={dub} /> : <JobState job={dub.job} />}
      </div>
    </Card>
  );
}

function RunningRender({ dub }: { dub: Dub }) {
  const { job, error } = useJob(dub.job.job_id);
  const ended = job !== null && !isRunning(job);
  useEffect(() => {
    if (ended) void refreshDub(dub.id);
  }, [ended, dub.id]);
  return (
    <>
      <JobError error={error} />
      {!ended && <JobProgress job={job ?? dub.job} />}
    </>
  );
}

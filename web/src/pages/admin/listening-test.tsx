import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { account } from '../../api/clients.ts';
import { TestResult } from '../../listening-test/test-result.tsx';
import { TestSetup } from '../../listening-test/test-setup.tsx';
import { TrialCard } from '../../listening-test/trial-card.tsx';
import { type Answered, drawTrials, type Trial } from '../../listening-test/trials.ts';
import { type Sounds, useSounds } from '../../listening-test/use-sounds.ts';
import { useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Note, Page } from '../../ui/layout.tsx';
import { Loading } from '../../ui/loading.tsx';

export default function ListeningTestPage() {
  const { listeningTest: texts } = useTexts();
  const { data, error } = useQuery({
    queryKey: ['listening-test'],
    queryFn: () => account.request('GET /api/admin/listening-test'),
  });
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorNote error={error} />
      {!data && !error && <Loading />}
      {data?.mark === null && <Note tone="warning">{texts.off}</Note>}
      {data?.mark && <ListeningTest mark={data.mark} samples={data.samples.map(({ id }) => id)} />}
    </Page>
  );
}

/** A test in progress is nowhere but in this page. */
type Running = { trials: Trial[]; sounds: Sounds };

function ListeningTest({ mark, samples }: { mark: string; samples: string[] }) {
  const [running, setRunning] = useState<Running | null>(null);
  const [answers, setAnswers] = useState<Answered[]>([]);
  const load = useSounds((sounds, { count }) =>
    setRunning({ sounds, trials: drawTrials([...sounds.pairs.keys()], count) }),
  );
  const leave = () => {
    running?.sounds.player.stop();
    setRunning(null);
    setAnswers([]);
  };
  const trial = running?.trials[answers.length];
  if (running && trial)
    return (
      <TrialCard
        key={answers.length}
        trial={trial}
        number={answers.length + 1}
        count={running.trials.length}
        sounds={running.sounds}
        onAnswer={(answer) => setAnswers((before) => [...before, answer])}
        onGiveUp={leave}
      />
    );
  if (running) return <TestResult answers={answers} mark={mark} onAgain={leave} />;
  return (
    <TestSetup
      samples={samples}
      busy={load.busy}
      error={load.error}
      onStart={(chosen, count) => load.start({ samples: chosen, count })}
    />
  );
}

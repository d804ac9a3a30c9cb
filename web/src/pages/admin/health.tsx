import { useQuery } from '@tanstack/react-query';
import type { Output } from '@vox-humana/client';
import { account } from '../../api/clients.ts';
import { useTexts } from '../../texts/index.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Badge, Card, Page, type Tone } from '../../ui/layout.tsx';
import { Loading } from '../../ui/loading.tsx';

type Health = Output<'GET /api/health'>;
type State = Health['checks']['database'];

const TONES: Record<State, Tone> = { ok: 'good', starting: 'warning', missing: 'warning', down: 'danger' };
const REFRESH_MS = 10_000;

export default function HealthPage() {
  const { adminHealth: texts } = useTexts();
  const health = useQuery({ queryKey: ['health'], queryFn: readHealth, refetchInterval: REFRESH_MS });
  const { engines, ...parts } = health.data?.checks ?? { engines: {} };
  return (
    <Page title={texts.title} lead={texts.lead}>
      <ErrorNote error={health.error} />
      {health.isPending && <Loading />}
      {health.data && (
        <>
          <States title={texts.service} states={parts} />
          <States title={texts.engines} states={engines} />
        </>
      )}
    </Page>
  );
}

/** The answer also has a body when something is down, with status 503. */
async function readHealth({ signal }: { signal: AbortSignal }): Promise<Health> {
  try {
    return await account.service.health({ signal, maxRetries: 0 });
  } catch (error) {
    const response = await fetch('/api/health', { signal });
    if (response.status !== 503) throw error;
    return (await response.json()) as Health;
  }
}

function States({ title, states }: { title: string; states: Record<string, State> }) {
  const { adminHealth: texts } = useTexts();
  return (
    <Card title={title}>
      <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {Object.entries(states).map(([name, state]) => (
          <li
            key={name}
            className="flex items-center justify-between gap-2 rounded-lg border border-line px-3 py-2 text-sm"
          >
            {name}
            <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

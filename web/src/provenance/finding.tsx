import type { ReactNode } from 'react';
import { Badge, Card, type Tone } from '../ui/layout.tsx';

type FindingProps = { title: string; tone: Tone; state: string; says: string; children?: ReactNode };

/** What one of the three layers says. */
export function Finding({ title, tone, state, says, children }: FindingProps) {
  return (
    <Card title={title} actions={<Badge tone={tone}>{state}</Badge>}>
      <div className="flex flex-col gap-4">
        <p className="text-sm">{says}</p>
        {children}
      </div>
    </Card>
  );
}

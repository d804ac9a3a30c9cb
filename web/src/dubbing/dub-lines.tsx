import type { Dub } from '@vox-humana/client';
import { useDraft } from '../ui/use-draft.ts';
import { DubLineForm, type LineChange } from './dub-line.tsx';
import type { DubLine } from './use-dub.ts';

/** The lines in their order. What is typed survives a reload. */
export function DubLines({ dub, chosen }: { dub: Dub; chosen: string | null }) {
  const [{ typed }, change] = useDraft<{ typed: Record<string, LineChange> }>(`vox.draft.dub.${dub.id}`, {
    typed: {},
  });
  const type = (lineId: string, one: LineChange | null) => {
    const { [lineId]: _, ...others } = typed;
    change({ typed: one ? { ...others, [lineId]: one } : others });
  };
  return (
    <ol className="flex flex-col gap-4">
      {dub.lines.map((line, index) => (
        <li key={line.id}>
          <DubLineForm
            dub={dub}
            line={line}
            next={mergeable(line, dub.lines[index + 1])}
            typed={typed[line.id] ?? {}}
            onType={(one) => type(line.id, one)}
            chosen={line.id === chosen}
          />
        </li>
      ))}
    </ol>
  );
}

function mergeable(line: DubLine, next: DubLine | undefined): DubLine | null {
  return next && next.speaker_id === line.speaker_id ? next : null;
}

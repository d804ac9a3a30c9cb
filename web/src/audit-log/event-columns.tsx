import type { Output } from '@vox-humana/client';
import { type Texts, useFormats, useTexts } from '../texts/index.tsx';
import type { Column } from '../ui/table.tsx';

export type AuditEvent = Output<'GET /api/account/audit-log'>['events'][number];

export function eventName(texts: Texts['auditLog'], event: string): string {
  return (texts.events as Record<string, string>)[event] ?? event;
}

export function actorName(texts: Texts['auditLog'], actor: string): string {
  return (texts.actors as Record<string, string>)[actor] ?? actor;
}

export function useEventColumns<Row extends AuditEvent>(): Column<Row>[] {
  const { auditLog: texts } = useTexts();
  const formats = useFormats();
  return [
    { header: texts.time, cell: ({ at }) => formats.time(at) },
    {
      header: texts.event,
      cell: ({ event }) => <span className="font-medium">{eventName(texts, event)}</span>,
    },
    { header: texts.by, cell: ({ actor }) => actorName(texts, actor) },
    {
      header: texts.from,
      cell: ({ address, user_agent }) => <span title={user_agent ?? undefined}>{address ?? ''}</span>,
    },
    { header: texts.change, cell: (row) => <span className="break-words text-sm">{changeOf(row)}</span> },
  ];
}

/** "plan: free → pro", or only what it is since. */
function changeOf({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string {
  const names = Object.keys({ ...before, ...after });
  return names
    .map((name) => ({ name, old: textOf(before?.[name]), now: textOf(after?.[name]) }))
    .filter(({ old, now }) => old !== now)
    .map(({ name, old, now }) => `${name.replaceAll('_', ' ')}: ${old ? `${old} → ` : ''}${now || '–'}`)
    .join('; ');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Bot, GitBranch, LifeBuoy, type LucideIcon } from 'lucide-react';
import { account } from '../api/clients.ts';
import { useTexts } from '../texts/index.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { TEMPLATES, type Template } from './templates.ts';
import { createAgent } from './use-agents.ts';

const ICONS: Record<Template['id'], LucideIcon> = { receptionist: GitBranch, support: LifeBuoy, empty: Bot };

type NewAgentDialogProps = { open: boolean; onOpenChange(open: boolean): void };

export function NewAgentDialog({ open, onOpenChange }: NewAgentDialogProps) {
  const { agents: texts } = useTexts();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async ({ settings, knowledge }: Template) => {
      const { id } = await createAgent(settings);
      if (knowledge)
        await account.request('POST /api/v1/agents/{id}/knowledge', { path: { id }, json: knowledge });
      return id;
    },
    onSuccess: (id) => navigate({ to: `/agents/${id}` }),
  });
  return (
    <Dialog title={texts.create} description={texts.createHint} open={open} onOpenChange={onOpenChange}>
      <ErrorNote error={create.error} />
      <ul className="flex flex-col gap-2">
        {TEMPLATES.map((template) => {
          const Icon = ICONS[template.id];
          const { name, hint } = texts.templates[template.id];
          return (
            <li key={template.id}>
              <button
                type="button"
                disabled={create.isPending}
                onClick={() => create.mutate(template)}
                className="flex w-full items-start gap-3 rounded-xl border border-line p-4 text-start hover:bg-sunken disabled:opacity-55"
              >
                <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
                <span className="min-w-0">
                  <span className="block font-medium">{name}</span>
                  <span className="block text-sm text-muted">{hint}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

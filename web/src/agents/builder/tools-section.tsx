import { Plus } from 'lucide-react';
import { useTexts } from '../../texts/index.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout.tsx';
import type { AgentTool } from '../agent.ts';
import { ToolForm } from './tool-form.tsx';

type ToolsSectionProps = { tools: AgentTool[]; onChange(tools: AgentTool[]): void };

const MOST_TOOLS = 20;
const NEW_TOOL: AgentTool = { type: 'webhook', name: '', description: '', url: '' };

/** Functions that the agent may call. */
export function ToolsSection({ tools, onChange }: ToolsSectionProps) {
  const { builder: texts } = useTexts();
  return (
    <Card
      title={texts.tools}
      actions={
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          disabled={tools.length >= MOST_TOOLS}
          onClick={() => onChange([...tools, NEW_TOOL])}
        >
          {texts.addTool}
        </Button>
      }
    >
      <p className="text-sm text-muted">{texts.toolsHint}</p>
      <ul className="flex flex-col">
        {tools.map((tool, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no key.
          <li key={index} className="border-b border-line py-4 last:border-0 last:pb-0">
            <ToolForm
              tool={tool}
              index={index}
              onChange={(changed) => onChange(tools.with(index, changed))}
              onRemove={() => onChange(tools.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

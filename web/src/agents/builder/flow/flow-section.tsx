import { useState } from 'react';
import { useTexts } from '../../../texts/index.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { AgentFlow } from '../../agent.ts';
import { useFault } from '../faults.tsx';
import { JsonField } from '../json-field.tsx';
import { FlowEditor } from './flow-editor.tsx';

type FlowSectionProps = { flow: AgentFlow; onChange(flow: AgentFlow): void };

/** A flow as a form, or as JSON. JSON that cannot be read is not left behind. */
export function FlowSection({ flow, onChange }: FlowSectionProps) {
  const { builder: texts } = useTexts();
  const [view, setView] = useState('editor');
  const [isReadable, setIsReadable] = useState(true);
  return (
    <Tabs
      label={texts.flow}
      value={view}
      onChange={(next) => isReadable && isFlow(flow) && setView(next)}
      tabs={[
        {
          id: 'editor',
          label: texts.flowEditor,
          content: <FlowEditor flow={flow} onChange={onChange} />,
        },
        {
          id: 'json',
          label: 'JSON',
          content: (
            <JsonField
              label={texts.flowJson}
              hint={texts.flowJsonHint}
              rows={24}
              error={useFault('flow')}
              value={flow}
              onValidity={setIsReadable}
              onChange={(value) => onChange(value as AgentFlow)}
            />
          ),
        },
      ]}
    />
  );
}

/** Checks enough of a flow for the editor; the service checks the rest. */
function isFlow(value: unknown): value is AgentFlow {
  if (typeof value !== 'object' || value === null || !('states' in value)) return false;
  const { states } = value;
  if (typeof states !== 'object' || states === null) return false;
  return Object.values(states).every(
    (state: unknown) =>
      typeof state === 'object' && state !== null && 'rules' in state && Array.isArray(state.rules),
  );
}

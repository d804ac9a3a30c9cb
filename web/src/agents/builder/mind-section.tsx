import { useTexts } from '../../texts/index.tsx';
import { SliderField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { Card, Note } from '../../ui/layout.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { AgentFlow, AgentSettings } from '../agent.ts';
import { useFaultAt } from './faults.tsx';
import { ToolNames } from './flow/call-fields.tsx';
import { FlowSection } from './flow/flow-section.tsx';
import type { Mind } from './settings.ts';

type MindSectionProps = {
  settings: AgentSettings;
  mind: Mind;
  onMind(mind: Mind): void;
  onChange(change: Partial<AgentSettings>): void;
};

const NEW_FLOW: AgentFlow = {
  start: 'start',
  otherwise: 'Sorry, I did not get that.',
  states: { start: { rules: [] } },
};
const TEMPERATURE = 0.7;

/** An agent thinks with a language model and a prompt, or follows a flow that somebody wrote. */
export function MindSection({ settings, mind, onMind, onChange }: MindSectionProps) {
  const { builder: texts } = useTexts();
  const flow = settings.flow ?? NEW_FLOW;
  return (
    <Card title={texts.mind}>
      <Tabs
        label={texts.mind}
        value={mind}
        onChange={(id) => {
          if (id === 'flow' && !settings.flow) onChange({ flow: NEW_FLOW });
          onMind(id === 'flow' ? 'flow' : 'model');
        }}
        tabs={[
          {
            id: 'model',
            label: texts.model,
            content: <ModelMind settings={settings} onChange={onChange} />,
          },
          {
            id: 'flow',
            label: texts.flow,
            content: (
              <ToolNames value={(settings.tools ?? []).map(({ name }) => name)}>
                <FlowSection flow={flow} onChange={(next) => onChange({ flow: next })} />
              </ToolNames>
            ),
          },
        ]}
      />
    </Card>
  );
}

function ModelMind({ settings, onChange }: Pick<MindSectionProps, 'settings' | 'onChange'>) {
  const { builder: texts } = useTexts();
  const { temperature } = settings;
  return (
    <div className="flex flex-col gap-4">
      {settings.flow && <Note>{texts.flowRemoved}</Note>}
      <TextArea
        label={texts.prompt}
        hint={texts.promptHint}
        rows={8}
        required
        maxLength={20_000}
        error={useFaultAt('system_prompt')}
        value={settings.system_prompt ?? ''}
        onChange={(event) => onChange({ system_prompt: event.target.value })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField
          label={texts.modelName}
          hint={texts.modelHint}
          maxLength={200}
          error={useFaultAt('model')}
          value={settings.model ?? ''}
          onChange={(event) => onChange({ model: event.target.value })}
        />
        <div className="flex flex-col gap-3">
          <SwitchField
            label={texts.setTemperature}
            hint={texts.temperatureHint}
            checked={typeof temperature === 'number'}
            onChange={(isSet) => onChange({ temperature: isSet ? TEMPERATURE : null })}
          />
          {typeof temperature === 'number' && (
            <SliderField
              label={texts.temperature}
              value={temperature}
              min={0}
              max={2}
              step={0.1}
              onChange={(value) => onChange({ temperature: value })}
            />
          )}
        </div>
      </div>
    </div>
  );
}

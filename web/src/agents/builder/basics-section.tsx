import { useTexts } from '../../texts/index.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/layout.tsx';
import { SpokenLanguageField } from '../../voices/spoken-language-field.tsx';
import { VoicePicker } from '../../voices/voice-picker.tsx';
import type { AgentSettings } from '../agent.ts';
import { useFaultAt } from './faults.tsx';

type SectionProps = { settings: AgentSettings; onChange(change: Partial<AgentSettings>): void };

export function BasicsSection({ settings, onChange }: SectionProps) {
  const { builder: texts } = useTexts();
  return (
    <Card title={texts.basics}>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField
          label={texts.name}
          required
          maxLength={200}
          error={useFaultAt('name')}
          value={settings.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <VoicePicker value={settings.voice_id} onChange={(voice_id) => onChange({ voice_id })} />
        <SpokenLanguageField
          voiceId={settings.voice_id}
          error={useFaultAt('language')}
          value={settings.language ?? ''}
          onChange={(language) => onChange({ language })}
        />
        <div className="md:col-span-3">
          <TextArea
            label={texts.firstMessage}
            hint={texts.firstMessageHint}
            rows={2}
            maxLength={1_000}
            error={useFaultAt('first_message')}
            value={settings.first_message ?? ''}
            onChange={(event) => onChange({ first_message: event.target.value })}
          />
        </div>
      </div>
    </Card>
  );
}

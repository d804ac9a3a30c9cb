import { NumberField } from '../../playground/number-field.tsx';
import { useTexts } from '../../texts/index.tsx';
import { SelectField, SwitchField, TextArea } from '../../ui/fields.tsx';
import { Card } from '../../ui/layout.tsx';
import type { AgentSettings } from '../agent.ts';
import { useFault } from './faults.tsx';
import { compact } from './settings.ts';

type SectionProps = { settings: AgentSettings; onChange(change: Partial<AgentSettings>): void };
type TurnTaking = NonNullable<AgentSettings['turn_taking']>;
type SayAfter = NonNullable<TurnTaking['soft_timeout']>;
type Limits = NonNullable<AgentSettings['limits']>;

const PATIENCE = ['low', 'normal', 'high'] as const;
const IDLE = { min: 10, max: 3_600 };
const LONGEST = { min: 10, max: 14_400 };

export function TurnTakingSection({ settings, onChange }: SectionProps) {
  const { builder: texts } = useTexts();
  const turns = settings.turn_taking ?? {};
  const limits = settings.limits ?? {};
  const changeTurns = (changed: Partial<TurnTaking>) =>
    onChange({ turn_taking: compact({ ...turns, ...changed }) });
  const changeLimits = (changed: { [K in keyof Limits]: number | null }) =>
    onChange({ limits: compact({ ...limits, ...changed }) as Limits });
  return (
    <Card title={texts.turnTaking}>
      <div className="grid items-start gap-5 md:grid-cols-2">
        <SwitchField
          label={texts.interruptions}
          hint={texts.interruptionsHint}
          checked={turns.interruptions ?? true}
          onChange={(interruptions) => changeTurns({ interruptions })}
        />
        <SelectField
          label={texts.patience}
          hint={texts.patienceHint}
          value={turns.patience ?? 'normal'}
          onChange={(event) =>
            changeTurns({ patience: event.target.value as TurnTaking['patience'] & string })
          }
          options={PATIENCE.map((value) => ({ value, label: texts.patienceLevels[value] }))}
        />
        <SayAfterFields
          label={texts.idlePrompt}
          path="turn_taking.idle_prompt"
          hint={texts.idlePromptHint}
          initial={{ after_seconds: 8, say: texts.idlePromptExample }}
          value={
            turns.idle_prompt
              ? { ...turns.idle_prompt, say: [turns.idle_prompt.say].flat().join('\n') }
              : null
          }
          onChange={(prompt) =>
            changeTurns({ idle_prompt: prompt && { ...prompt, say: prompt.say.split('\n') } })
          }
        />
        <SayAfterFields
          label={texts.softTimeout}
          path="turn_taking.soft_timeout"
          hint={texts.softTimeoutHint}
          initial={{ after_seconds: 4, say: texts.softTimeoutExample }}
          value={turns.soft_timeout ?? null}
          onChange={(soft_timeout) => changeTurns({ soft_timeout })}
        />
        <NumberField
          label={texts.idleSeconds}
          {...IDLE}
          placeholder="300"
          value={limits.idle_seconds ?? null}
          onChange={(idle_seconds) => changeLimits({ idle_seconds })}
        />
        <NumberField
          label={texts.maxSeconds}
          {...LONGEST}
          placeholder="1800"
          value={limits.max_seconds ?? null}
          onChange={(max_seconds) => changeLimits({ max_seconds })}
        />
        <SwitchField
          label={texts.keepAudio}
          hint={texts.keepAudioHint}
          checked={settings.keep_audio ?? false}
          onChange={(keep_audio) => onChange({ keep_audio })}
        />
        <div className="md:col-span-2">
          <TextArea
            label={texts.lastSentence}
            hint={texts.lastSentenceHint}
            rows={2}
            maxLength={1_000}
            error={useFault('last_sentence')}
            value={settings.last_sentence ?? ''}
            onChange={(event) => onChange({ last_sentence: event.target.value })}
          />
        </div>
      </div>
    </Card>
  );
}

type SayAfterProps = {
  label: string;
  hint: string;
  path: string;
  /** The fields begin with this when they are switched on. */
  initial: SayAfter;
  value: SayAfter | null;
  onChange(value: SayAfter | null): void;
};

function SayAfterFields({ label, hint, path, initial, value, onChange }: SayAfterProps) {
  const { builder: texts } = useTexts();
  const fault = useFault(path);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{label}</legend>
      <SwitchField
        label={label}
        hint={hint}
        checked={value !== null}
        onChange={(isOn) => onChange(isOn ? initial : null)}
      />
      {value && (
        <div className="grid grid-cols-[6rem_1fr] gap-3">
          <NumberField
            label={texts.afterSeconds}
            min={1}
            max={120}
            step={0.5}
            value={value.after_seconds}
            onChange={(seconds) => onChange({ ...value, after_seconds: seconds ?? initial.after_seconds })}
          />
          <TextArea
            label={texts.say}
            required
            rows={2}
            error={fault}
            value={value.say}
            onChange={(event) => onChange({ ...value, say: event.target.value })}
          />
        </div>
      )}
    </fieldset>
  );
}

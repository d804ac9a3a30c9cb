import { useTexts } from '../texts/index.tsx';
import { SelectField } from '../ui/fields.tsx';

type How = 'none' | 'audible' | 'visible';

type DisclosureFieldProps<Choice extends How> = {
  choices: readonly Choice[];
  /** Empty: as the operator has it. */
  value: Choice | '';
  onChange(value: Choice | ''): void;
};

/** Asks how people are told that a machine made it. */
export function DisclosureField<Choice extends How>({
  choices,
  value,
  onChange,
}: DisclosureFieldProps<Choice>) {
  const { disclosure: texts } = useTexts();
  const chosen: How | undefined = choices.find((choice) => choice === value);
  return (
    <SelectField
      label={texts.label}
      hint={texts.hints[chosen ?? 'usual']}
      value={chosen ?? ''}
      onChange={({ target }) => onChange(choices.find((choice) => choice === target.value) ?? '')}
      options={[
        { value: '', label: texts.choices.usual },
        ...choices.map((choice) => ({ value: choice, label: texts.choices[choice] })),
      ]}
    />
  );
}

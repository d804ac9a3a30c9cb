import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../texts/index.tsx';
import { SelectField } from '../ui/fields.tsx';
import { voicesQuery } from './use-voices.ts';
import { useLanguageName } from './voice-picker.tsx';

/** One of the languages that the voices speak. */
export function LanguageField({ value, onChange }: { value: string; onChange(language: string): void }) {
  const { ownVoices: texts } = useTexts();
  const languageName = useLanguageName();
  const { data: voices } = useQuery(voicesQuery);
  const spoken = voices?.filter(({ source }) => source === 'preset').map(({ language }) => language);
  const languages = [...new Set([value, ...(spoken ?? [])])].sort();
  return (
    <SelectField
      label={texts.language}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={languages.map((code) => ({ value: code, label: languageName(code) }))}
    />
  );
}

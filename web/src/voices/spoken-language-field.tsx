import { useQuery } from '@tanstack/react-query';
import { fill, useTexts } from '../texts/index.tsx';
import { SelectField } from '../ui/fields.tsx';
import { voicesQuery } from './use-voices.ts';
import { useLanguageName } from './voice-picker.tsx';

type SpokenLanguageFieldProps = {
  voiceId: string;
  /** Empty for the voice's own; `auto` detects it. */
  value: string;
  onChange(language: string): void;
  error?: string | undefined;
};

const AUTO = 'auto';

/** A language for a voice to speak, with how well it does. */
export function SpokenLanguageField({ voiceId, value, onChange, error }: SpokenLanguageFieldProps) {
  const { voices: texts } = useTexts();
  const languageName = useLanguageName();
  const { data: voices = [] } = useQuery(voicesQuery);
  const levels = new Map(
    voices.find(({ id }) => id === voiceId)?.languages.map(({ language, level }) => [language, level]),
  );
  const presets = voices.filter(({ source }) => source === 'preset').map(({ language }) => language);
  const languages = [...new Set([value, ...presets])].filter((code) => code !== '' && code !== AUTO).sort();
  const labelOf = (code: string): string => {
    const level = levels.get(code);
    return level
      ? fill(texts.languageAt, { language: languageName(code), level: texts.levels[level] })
      : languageName(code);
  };
  return (
    <SelectField
      label={texts.language}
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: texts.ownLanguage },
        { value: AUTO, label: texts.detectedLanguage },
        ...languages.map((code) => ({ value: code, label: labelOf(code) })),
      ]}
    />
  );
}

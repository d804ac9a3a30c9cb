import { useQuery } from '@tanstack/react-query';
import { useFormats, useTexts } from '../../../texts/index.tsx';
import { voicesQuery } from '../../../voices/use-voices.ts';
import type { Grouping } from './range.ts';

/** Names the groups of a report for people; the report names most of them by id. */
export function useGroupNames(by: Grouping): (line: { group: string; name?: string | null }) => string {
  const { usage: texts } = useTexts();
  const formats = useFormats();
  const { data: voices } = useQuery({ ...voicesQuery, enabled: by === 'voice' });
  return ({ group, name }) => {
    if (by === 'day') return formats.date(`${group}T12:00:00Z`);
    if (by === 'unit') return group.replaceAll('_', ' ');
    if (by === 'voice') return voices?.find(({ id }) => id === group)?.name ?? (group || texts.noVoice);
    // Keys of the console are not named; its session stands for them.
    return name ?? texts.console;
  };
}

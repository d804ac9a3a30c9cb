import type { Json } from '@vox-humana/client';
import { useTexts } from '../../../texts/index.tsx';
import { SelectField } from '../../../ui/fields.tsx';

export type Permission = NonNullable<Json<'POST /api/keys'>['permissions']>[number];
type Group = Exclude<Permission, `${string}:${string}`>;

const LEVELS = ['use', 'manage', 'read'] as const;

type PermissionsProps = { value: Permission[]; onChange(value: Permission[]): void };

/** Grants each group of routes nothing, reading, one of its halves, or everything. */
export function Permissions({ value, onChange }: PermissionsProps) {
  const { keys: texts } = useTexts();
  const groups = Object.keys(texts.groups) as Group[];
  const choose = (group: Group, level: string) => {
    const others = value.filter((permission) => permission.split(':')[0] !== group);
    if (level === 'none') return onChange(others);
    const half = LEVELS.find((one) => one === level);
    onChange([...others, half ? `${group}:${half}` : group]);
  };
  return (
    <fieldset className="grid gap-3 rounded-lg bg-sunken p-3 sm:grid-cols-2">
      <legend className="sr-only">{texts.narrow}</legend>
      {groups.map((group) => (
        <SelectField
          key={group}
          label={texts.groups[group]}
          value={levelOf(value, group)}
          onChange={(event) => choose(group, event.target.value)}
          options={[
            { value: 'none', label: texts.levelNone },
            { value: 'read', label: texts.levelRead },
            { value: 'use', label: texts.levelUse },
            { value: 'manage', label: texts.levelManage },
            { value: 'all', label: texts.levelAll },
          ]}
        />
      ))}
    </fieldset>
  );
}

function levelOf(permissions: Permission[], group: Group): string {
  const has = (level: (typeof LEVELS)[number]) => permissions.includes(`${group}:${level}`);
  if (permissions.includes(group) || (has('use') && has('manage'))) return 'all';
  return LEVELS.find(has) ?? 'none';
}

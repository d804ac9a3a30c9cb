import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useState } from 'react';

type Tab = { id: string; label: string; content: ReactNode };

export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: Tab[];
  value?: string;
  onChange?(id: string): void;
}) {
  const [own, setOwn] = useState('');
  const selected = value ?? own;
  // A tab may be gone that was selected.
  const shown = tabs.find(({ id }) => id === selected) ?? tabs[0];
  return (
    <RadixTabs.Root value={shown?.id ?? ''} onValueChange={onChange ?? setOwn}>
      <RadixTabs.List aria-label={label} className="mb-3 flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.id}
            value={tab.id}
            className="border-b-2 border-transparent px-3 py-2 text-sm whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.id} value={tab.id} tabIndex={-1}>
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

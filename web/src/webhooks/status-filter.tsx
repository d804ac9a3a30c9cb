import { useTexts } from '../texts/index.tsx';
import { SelectField } from '../ui/fields.tsx';

const STATUSES = ['pending', 'sending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof STATUSES)[number];

export function isStatus(value: string): value is DeliveryStatus {
  return (STATUSES as readonly string[]).includes(value);
}

export function StatusFilter({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { webhooks: texts } = useTexts();
  return (
    <div className="mb-3 max-w-60">
      <SelectField
        label={texts.status}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          { value: '', label: texts.allStatuses },
          ...STATUSES.map((status) => ({ value: status, label: texts.statuses[status] })),
        ]}
      />
    </div>
  );
}

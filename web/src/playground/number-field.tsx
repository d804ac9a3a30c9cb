import { TextField } from '../ui/fields.tsx';

type NumberFieldProps = {
  label: string;
  hint?: string;
  /** Null: left to the service. */
  value: number | null;
  onChange(value: number | null): void;
  min: number;
  max: number;
  step?: number;
  placeholder?: string;
};

/** A number that may be left out. */
export function NumberField({ value, onChange, step = 1, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      type="number"
      step={step}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
    />
  );
}

export function isWithin(value: number | null, min: number, max: number): boolean {
  return value === null || (value >= min && value <= max);
}

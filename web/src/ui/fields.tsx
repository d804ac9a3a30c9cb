import { Slider as RadixSlider, Switch as RadixSwitch } from 'radix-ui';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';

const BOX =
  'w-full rounded-lg border border-line bg-surface px-3 py-2 text-sm text-ink placeholder:text-muted aria-invalid:border-danger';

type Described = { label: string; hint?: ReactNode; error?: string | undefined };

/** A label above a control, and a hint or an error below it, tied together for screen readers. */
function Field({ label, hint, error, children }: Described & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {note && (
        <p id={`${id}-note`} className={classes('text-xs', error ? 'text-danger' : 'text-muted')}>
          {note}
        </p>
      )}
    </div>
  );
}

type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export function TextField({ label, hint, error, className, ...rest }: Described & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input dir="auto" {...rest} {...control} className={classes(BOX, className)} />}
    </Field>
  );
}

export function TextArea({ label, hint, error, className, ...rest }: Described & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          dir="auto"
          rows={5}
          {...rest}
          {...control}
          className={classes(BOX, 'resize-y', className)}
        />
      )}
    </Field>
  );
}

type Option = { value: string; label: string };

export function SelectField({
  label,
  hint,
  error,
  options,
  className,
  ...rest
}: Described & ComponentProps<'select'> & { options: Option[] }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...rest} {...control} className={classes(BOX, className)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type SliderProps = {
  label: string;
  value: number;
  onChange(value: number): void;
  min: number;
  max: number;
  step: number;
  /** The value is shown like this: "1.2 ×". */
  shown?: string;
};

export function SliderField({ label, value, onChange, min, max, step, shown }: SliderProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between text-sm">
        <span id={id} className="font-medium">
          {label}
        </span>
        <output className="text-muted tabular-nums">{shown ?? value}</output>
      </div>
      <RadixSlider.Root
        className="relative flex h-5 touch-none items-center"
        value={[value]}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        min={min}
        max={max}
        step={step}
      >
        <RadixSlider.Track className="relative h-1.5 grow rounded-full bg-line">
          <RadixSlider.Range className="absolute h-full rounded-full bg-accent" />
        </RadixSlider.Track>
        <RadixSlider.Thumb
          aria-labelledby={id}
          className="block size-5 rounded-full border-2 border-accent bg-surface"
        />
      </RadixSlider.Root>
    </div>
  );
}

type SwitchProps = {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange(checked: boolean): void;
  disabled?: boolean;
};

export function SwitchField({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        aria-describedby={hint ? `${id}-note` : undefined}
        className="mt-0.5 h-6 w-10 shrink-0 rounded-full bg-line p-0.5 data-[state=checked]:bg-accent disabled:opacity-55"
      >
        <RadixSwitch.Thumb className="block size-5 rounded-full bg-surface shadow transition-transform data-[state=checked]:translate-x-4" />
      </RadixSwitch.Root>
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-note`} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export function CheckboxField({ label, ...rest }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className="flex items-start gap-2.5 text-sm">
      <input type="checkbox" {...rest} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <span>{label}</span>
    </label>
  );
}

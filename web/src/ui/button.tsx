import { Loader } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:brightness-110 border-transparent',
  plain: 'bg-surface text-ink border-line hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-surface text-danger border-line hover:bg-danger-soft',
};

type Look = keyof typeof LOOKS;

export function buttonClasses(look: Look = 'plain', className?: string): string {
  return classes(
    'inline-flex min-h-9 items-center justify-center gap-2 rounded-lg border px-3 py-1.5 text-sm font-medium whitespace-nowrap disabled:opacity-55',
    LOOKS[look],
    className,
  );
}

type ButtonProps = ComponentProps<'button'> & { look?: Look; busy?: boolean; icon?: ReactNode };

export function Button({ look, busy, icon, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(look, className)}
    >
      {busy ? <Loader aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  );
}

/** A button that shows only an icon; the label is read out and shown as a hint. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classes(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-sunken hover:text-ink disabled:opacity-55 [&_svg]:size-4',
        className,
      )}
    >
      {children}
    </button>
  );
}

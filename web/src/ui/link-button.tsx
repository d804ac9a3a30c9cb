import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClasses } from './button.tsx';

type LinkButtonProps = LinkProps & { look?: 'primary' | 'plain' | 'quiet'; children: ReactNode };

/** A link that looks like a button. */
export function LinkButton({ look, children, ...link }: LinkButtonProps) {
  return (
    <Link {...link} className={buttonClasses(look)}>
      {children}
    </Link>
  );
}

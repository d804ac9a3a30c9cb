import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button, IconButton } from './button.tsx';

type CopyButtonProps = {
  text: string;
  /** Without it, the button is an icon. */
  label?: string;
  /** What the icon says. Default: "Copy". */
  hint?: string;
};

/** Copies the text, and says that it did. */
export function CopyButton({ text, label, hint }: CopyButtonProps) {
  const { common } = useTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const icon = copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />;
  if (label)
    return (
      <Button icon={icon} onClick={copy}>
        {copied ? common.copied : label}
      </Button>
    );
  return (
    <IconButton label={copied ? common.copied : (hint ?? common.copy)} onClick={copy}>
      {icon}
    </IconButton>
  );
}

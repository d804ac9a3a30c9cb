import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/index.tsx';
import { Button, IconButton } from './button.tsx';
import { useNotify } from './toasts.tsx';

type CopyButtonProps = {
  text: string;
  /** A button without a label is an icon. */
  label?: string;
  /** The icon has this hint. Default: "Copy". */
  hint?: string;
};

/** Copies the text, and says that it did. */
export function CopyButton({ text, label, hint }: CopyButtonProps) {
  const { common } = useTexts();
  const notify = useNotify();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
    } catch {
      notify.failed(new Error(common.notCopied));
    }
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

async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Browsers offer the clipboard only on https and on the same machine; the older way works everywhere.
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', put);
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', put);
  if (!copied) throw new Error('The browser refused.');
}

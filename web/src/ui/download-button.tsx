import { Download } from 'lucide-react';
import { fill, useTexts } from '../texts/index.tsx';
import { Button } from './button.tsx';
import { saveBlob } from './save-blob.ts';

type DownloadButtonProps = { text: string; type: string; name: string; label: string };

/** Downloads a text that the page has made. */
export function DownloadButton({ text, type, name, label }: DownloadButtonProps) {
  const { player: texts } = useTexts();
  const download = () => saveBlob(new Blob([text], { type }), name);
  return (
    <Button
      icon={<Download aria-hidden className="size-4" />}
      aria-label={fill(texts.downloadNamed, { name })}
      onClick={download}
    >
      {label}
    </Button>
  );
}

import { Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormats, useTexts } from '../texts/index.tsx';
import { classes } from './classes.ts';

type FileDropProps = {
  label: string;
  /** The types are written as in an input: "audio/*,video/*". */
  accept?: string;
  multiple?: boolean;
  files: File[];
  onFiles(files: File[]): void;
};

/** Files by click, keyboard or drop. */
export function FileDrop({ label, accept, multiple = false, files, onFiles }: FileDropProps) {
  const { common } = useTexts();
  const formats = useFormats();
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (list: FileList | null) => {
    const taken = [...(list ?? [])];
    if (taken.length > 0) onFiles(multiple ? taken : taken.slice(0, 1));
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className={classes(
        'flex cursor-pointer flex-col items-center gap-1.5 rounded-xl border border-dashed p-5 text-center text-sm focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        over ? 'border-accent bg-accent-soft' : 'border-line hover:bg-sunken',
      )}
    >
      <Upload aria-hidden className="size-5 text-muted" />
      <span className="font-medium">{label}</span>
      {files.length === 0 ? (
        <span className="text-xs text-muted">{common.dropHint}</span>
      ) : (
        files.map((file) => (
          <span
            key={`${file.name}${file.size}${file.lastModified}`}
            className="max-w-full truncate text-xs text-muted"
          >
            {file.name}, {formats.bytes(file.size)}
          </span>
        ))
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        onChange={(event) => take(event.target.files)}
        className="sr-only"
      />
    </label>
  );
}

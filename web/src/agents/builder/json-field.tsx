import { useEffect, useRef, useState } from 'react';
import { fill, useTexts } from '../../texts/index.tsx';
import { TextArea } from '../../ui/fields.tsx';

type JsonFieldProps = {
  label: string;
  hint?: string;
  rows?: number;
  error?: string | undefined;
  value: unknown;
  /** Only with valid JSON; undefined when it was emptied. The form is not sent with any other. */
  onChange(value: unknown): void;
  onValidity?(isValid: boolean): void;
};

export function JsonField({ label, hint, rows = 4, error, value, onChange, onValidity }: JsonFieldProps) {
  const { builder: texts } = useTexts();
  const [text, setText] = useState(() => jsonOf(value));
  const [problem, setProblem] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const sent = useRef(jsonOf(value));

  // Changed from outside, such as by the editor beside it.
  useEffect(() => {
    const outside = jsonOf(value);
    if (outside === sent.current) return;
    sent.current = outside;
    setText(outside);
    setProblem(null);
  }, [value]);

  const change = (next: string) => {
    setText(next);
    const read = readJson(next);
    const message = 'problem' in read ? fill(texts.badJson, { problem: read.problem }) : null;
    setProblem(message);
    area.current?.setCustomValidity(message ?? '');
    onValidity?.(message === null);
    if ('problem' in read) return;
    sent.current = jsonOf(read.value);
    onChange(read.value);
  };

  return (
    <TextArea
      ref={area}
      label={label}
      hint={hint}
      error={problem ?? error}
      rows={rows}
      dir="ltr"
      spellCheck={false}
      className="font-mono !text-xs"
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

function jsonOf(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

function readJson(text: string): { value: unknown } | { problem: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

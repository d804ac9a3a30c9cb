import { useEffect, useRef, useState } from 'react';
import { readFiles, writeFiles } from '../api/kept-files.ts';

type Change = (before: File[]) => File[];

/** Files that survive a reload, in this browser only. `key` names the account and the form. */
export function useKeptFiles(key: string): [File[], (change: Change) => void] {
  const [files, setFiles] = useState<File[]>([]);
  const isChanged = useRef(false);
  useEffect(() => {
    let gone = false;
    void readFiles(key).then((kept) => {
      if (!gone && kept.length > 0) setFiles((added) => [...kept, ...added]);
    });
    return () => {
      gone = true;
    };
  }, [key]);
  useEffect(() => {
    if (isChanged.current) void writeFiles(key, files);
  }, [key, files]);
  const change = (next: Change) => {
    isChanged.current = true;
    setFiles(next);
  };
  return [files, change];
}

import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTexts } from '../texts/index.tsx';
import { classes } from './classes.ts';
import { errorText, RequestId } from './error-note.tsx';

type Message = { id: number; content: ReactNode; failed: boolean };
type Notify = { done(text: string): void; failed(error: unknown): void };
const ToastContext = createContext<Notify | null>(null);
let lastId = 0;

export function ToastProvider({ children }: { children: ReactNode }) {
  const texts = useTexts();
  const [messages, setMessages] = useState<Message[]>([]);
  const [notify] = useState<Notify>(() => {
    const add = (content: ReactNode, failed: boolean) => {
      lastId += 1;
      const message = { id: lastId, content, failed };
      setMessages((all) => [...all.slice(-2), message]);
    };
    return {
      done: (text) => add(text, false),
      failed: (error) =>
        add(
          <>
            <p>{errorText(error, texts)}</p>
            <RequestId error={error} />
          </>,
          true,
        ),
    };
  });
  return (
    <ToastContext value={notify}>
      <Toast.Provider swipeDirection="right" label={texts.common.notification}>
        {children}
        {messages.map(({ id, content, failed }) => (
          <Toast.Root
            key={id}
            duration={failed ? 10_000 : 4_000}
            type={failed ? 'foreground' : 'background'}
            onOpenChange={(open) => !open && setMessages((all) => all.filter((one) => one.id !== id))}
            className={classes(
              'flex items-start gap-3 rounded-lg border border-line bg-surface p-3 text-sm shadow-lg',
              failed && 'border-danger text-danger',
            )}
          >
            <Toast.Description asChild>
              <div className="min-w-0 grow break-words">{content}</div>
            </Toast.Description>
            <Toast.Close aria-label={texts.common.close} className="shrink-0 rounded p-0.5">
              <X aria-hidden className="size-4" />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed end-4 bottom-4 z-50 flex w-80 max-w-[calc(100vw-2rem)] flex-col gap-2" />
      </Toast.Provider>
    </ToastContext>
  );
}

export function useNotify(): Notify {
  const notify = useContext(ToastContext);
  if (!notify) throw new Error('ToastProvider is missing.');
  return notify;
}

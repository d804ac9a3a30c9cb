import { BookOpen, ChevronDown, Languages, LogOut, Moon, Sun } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { signOut, useUser } from '../api/session.ts';
import {
  chooseLanguage,
  fill,
  LANGUAGES,
  type Language,
  useFormats,
  useLanguage,
  useTexts,
} from '../texts/index.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { useNotify } from '../ui/toasts.tsx';
import { useTheme } from './theme.ts';

const ITEM =
  'flex items-center gap-2.5 rounded-md px-2 py-1.5 text-sm outline-none data-[highlighted]:bg-sunken [&_svg]:size-4';

export function AccountMenu() {
  const texts = useTexts();
  const formats = useFormats();
  const user = useUser();
  const notify = useNotify();
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const left = fill(texts.common.creditsLeft, { credits: formats.number(user.credits?.remaining ?? 0) });
  return (
    <div className="flex items-center gap-3">
      <span className="hidden text-sm whitespace-nowrap text-muted tabular-nums sm:inline">{left}</span>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className={buttonClasses('plain')}>
          <span className="max-w-40 truncate">{user.name || user.email}</span>
          <ChevronDown aria-hidden className="size-4" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            align="end"
            sideOffset={6}
            className="z-50 min-w-56 rounded-lg border border-line bg-surface p-1 shadow-lg"
          >
            <DropdownMenu.Label className="truncate px-2 py-1.5 text-xs text-muted">
              {user.email}
              <span className="block sm:hidden">{left}</span>
            </DropdownMenu.Label>
            <DropdownMenu.Item
              className={ITEM}
              onSelect={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
            >
              {theme === 'dark' ? <Sun aria-hidden /> : <Moon aria-hidden />}
              {theme === 'dark' ? texts.common.lightTheme : texts.common.darkTheme}
            </DropdownMenu.Item>
            {(Object.keys(LANGUAGES) as Language[])
              .filter((other) => other !== language)
              .map((other) => (
                <DropdownMenu.Item
                  key={other}
                  lang={other}
                  className={ITEM}
                  onSelect={() => chooseLanguage(other)}
                >
                  <Languages aria-hidden />
                  {LANGUAGES[other]}
                </DropdownMenu.Item>
              ))}
            <DropdownMenu.Item asChild className={ITEM}>
              <a href="/docs">
                <BookOpen aria-hidden />
                {texts.common.apiReference}
              </a>
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="my-1 h-px bg-line" />
            <DropdownMenu.Item className={ITEM} onSelect={() => signOut().catch(notify.failed)}>
              <LogOut aria-hidden />
              {texts.common.signOut}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}

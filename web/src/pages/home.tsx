import { Link } from '@tanstack/react-router';
import { useUser } from '../api/session.ts';
import { SECTIONS } from '../pages.ts';
import { fill, useFormats, useTexts } from '../texts/index.tsx';
import { Card, Page, ProgressBar } from '../ui/layout.tsx';

export default function HomePage() {
  const texts = useTexts();
  const formats = useFormats();
  const user = useUser();
  const { credits } = user;
  const playground = SECTIONS.find(({ name }) => name === 'playground')?.pages ?? [];
  return (
    <Page title={fill(texts.home.title, { name: user.name || user.email })} lead={texts.home.lead}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {playground.map(
          ({ path, name, icon: Icon }) =>
            name &&
            Icon && (
              <li key={path}>
                <Link
                  to={path}
                  className="flex h-full items-start gap-3 rounded-xl border border-line bg-surface p-4 hover:border-accent"
                >
                  <span className="rounded-lg bg-accent-soft p-2 text-accent">
                    <Icon aria-hidden className="size-5" />
                  </span>
                  <span className="min-w-0">
                    <span className="block font-medium">{texts.navigation[name]}</span>
                    <span className="text-sm text-muted">{leadOf(texts, name)}</span>
                  </span>
                </Link>
              </li>
            ),
        )}
      </ul>
      {credits && (
        <Card title={texts.home.credits}>
          <ProgressBar
            label={texts.home.credits}
            value={credits.included > 0 ? Math.min(1, credits.used / credits.included) : 0}
          />
          <p className="mt-2 text-sm text-muted">
            {fill(texts.home.creditsUsed, {
              used: formats.number(credits.used),
              included: formats.number(credits.included),
              date: formats.date(credits.resets_at),
            })}
          </p>
        </Card>
      )}
    </Page>
  );
}

/** The page's own lead, where it has one. */
function leadOf(texts: ReturnType<typeof useTexts>, name: string): string {
  const section = (texts as Record<string, unknown>)[name];
  return (section as { lead?: string } | undefined)?.lead ?? '';
}

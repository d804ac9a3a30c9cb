import { Link } from '@tanstack/react-router';
import { useUser } from '../api/session.ts';
import { SECTIONS } from '../pages.ts';
import { useTexts } from '../texts/index.tsx';

export function Navigation() {
  const texts = useTexts();
  const { admin } = useUser();
  const sections = SECTIONS.filter(({ adminOnly, pages }) => (admin || !adminOnly) && pages.length > 0);
  return (
    <nav aria-label={texts.common.navigation} className="flex flex-col gap-4">
      {sections.map(({ name, pages }) => (
        <div key={name ?? 'home'}>
          {name && <p className="px-2 pb-1 text-xs font-medium text-muted">{texts.sections[name]}</p>}
          <ul>
            {pages.map(
              ({ path, name: page, icon: Icon }) =>
                page &&
                Icon && (
                  <li key={path}>
                    <Link
                      to={path}
                      activeOptions={{ exact: hasPagesBelow(path) }}
                      className="flex items-center gap-2.5 rounded-lg px-2 py-1.5 text-sm hover:bg-sunken"
                      activeProps={{ className: 'bg-accent-soft text-accent font-medium' }}
                    >
                      <Icon aria-hidden className="size-4 shrink-0" />
                      {texts.navigation[page]}
                    </Link>
                  </li>
                ),
            )}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Such a page is marked only while it is open itself. */
function hasPagesBelow(path: string): boolean {
  const below = path === '/' ? path : `${path}/`;
  return SECTIONS.some(({ pages }) => pages.some((page) => page.name && page.path.startsWith(below)));
}

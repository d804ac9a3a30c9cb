import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './api/query-client.ts';
import { meQuery } from './api/session.ts';
import { SECTIONS } from './pages.ts';
import { ErrorPage, NotFoundPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({
  component: Outlet,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

/** Everything below needs a session; who has none signs in and comes back. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  errorComponent: ErrorPage,
  beforeLoad: async ({ location }) => {
    const { user } = await queryClient.ensureQueryData(meQuery);
    if (!user) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});

const pages = SECTIONS.flatMap(({ pages }) => pages).map(({ path, load }) =>
  createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load) }),
);

const OUTSIDE = {
  '/sign-in': () => import('./pages/sign-in/sign-in.tsx'),
  '/sign-up': () => import('./pages/sign-in/sign-up.tsx'),
  '/forgot-password': () => import('./pages/sign-in/forgot-password.tsx'),
  '/reset-password': () => import('./pages/sign-in/reset-password.tsx'),
  '/verify-email': () => import('./pages/sign-in/verify-email.tsx'),
  '/provenance': () => import('./pages/provenance.tsx'),
};
const outside = Object.entries(OUTSIDE).map(([path, load]) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) }),
);

export const router = createRouter({
  routeTree: root.addChildren([inside.addChildren(pages), ...outside]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

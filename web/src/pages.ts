import {
  AudioLines,
  BadgeCheck,
  Banknote,
  Bell,
  Bookmark,
  Captions,
  ChartColumn,
  Clapperboard,
  CreditCard,
  Ear,
  Flag,
  HandCoins,
  Headset,
  HeartPulse,
  History,
  House,
  Images,
  KeyRound,
  Languages,
  Layers,
  Library,
  ListChecks,
  ListVideo,
  type LucideIcon,
  MessagesSquare,
  MicVocal,
  Music,
  Radio,
  Receipt,
  ScanSearch,
  ScrollText,
  Send,
  Server,
  ShieldCheck,
  Sparkles,
  Store,
  Tag,
  TrendingUp,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Texts } from './texts/index.tsx';

type PageEntry = {
  path: string;
  load(): Promise<{ default: ComponentType }>;
  /** Its name and icon in the navigation. Pages without them are reached from other pages. */
  name?: keyof Texts['navigation'];
  icon?: LucideIcon;
};

export type Section = { name: keyof Texts['sections'] | null; pages: PageEntry[]; adminOnly?: true };

/** Every page behind the sign-in, in the order of the navigation. */
export const SECTIONS: Section[] = [
  {
    name: null,
    pages: [{ path: '/', name: 'home', icon: House, load: () => import('./pages/home.tsx') }],
  },
  {
    name: 'playground',
    pages: [
      {
        path: '/playground/speech',
        name: 'speech',
        icon: AudioLines,
        load: () => import('./pages/playground/speech.tsx'),
      },
      {
        path: '/playground/streaming',
        name: 'streaming',
        icon: Radio,
        load: () => import('./pages/playground/streaming.tsx'),
      },
      {
        path: '/playground/transcription',
        name: 'transcription',
        icon: Captions,
        load: () => import('./pages/playground/transcription.tsx'),
      },
      {
        path: '/playground/music',
        name: 'music',
        icon: Music,
        load: () => import('./pages/playground/music.tsx'),
      },
      {
        path: '/playground/sound-effects',
        name: 'soundEffects',
        icon: Bell,
        load: () => import('./pages/playground/sound-effects.tsx'),
      },
      {
        path: '/playground/films',
        name: 'films',
        icon: Clapperboard,
        load: () => import('./pages/playground/films.tsx'),
      },
      {
        path: '/playground/dubbing',
        name: 'dubbing',
        icon: Languages,
        load: () => import('./pages/playground/dubbing.tsx'),
      },
      { path: '/playground/dubbing/$dubId', load: () => import('./pages/playground/dub.tsx') },
      {
        path: '/playground/batch',
        name: 'batch',
        icon: ListChecks,
        load: () => import('./pages/playground/batch.tsx'),
      },
    ],
  },
  {
    name: 'agents',
    pages: [
      { path: '/agents', name: 'agents', icon: Headset, load: () => import('./pages/agents/agents.tsx') },
      { path: '/agents/$agentId', load: () => import('./pages/agents/agent.tsx') },
      { path: '/agents/$agentId/talk', load: () => import('./pages/agents/talk.tsx') },
      {
        path: '/agents/$agentId/conversations',
        load: () => import('./pages/agents/agent-conversations.tsx'),
      },
      { path: '/agents/$agentId/checks', load: () => import('./pages/agents/checks.tsx') },
      {
        path: '/conversations',
        name: 'conversations',
        icon: MessagesSquare,
        load: () => import('./pages/agents/conversations.tsx'),
      },
      { path: '/conversations/$conversationId', load: () => import('./pages/agents/conversation.tsx') },
    ],
  },
  {
    name: 'voices',
    pages: [
      { path: '/voices', name: 'catalog', icon: Library, load: () => import('./pages/voices/catalog.tsx') },
      {
        path: '/voices/clones',
        name: 'clones',
        icon: MicVocal,
        load: () => import('./pages/voices/clones.tsx'),
      },
      { path: '/voices/clones/new', load: () => import('./pages/voices/new-clone.tsx') },
      {
        path: '/voices/designs',
        name: 'designs',
        icon: Sparkles,
        load: () => import('./pages/voices/designs.tsx'),
      },
      {
        path: '/marketplace',
        name: 'marketplace',
        icon: Store,
        load: () => import('./pages/marketplace/marketplace.tsx'),
      },
      { path: '/marketplace/$id', load: () => import('./pages/marketplace/listing.tsx') },
      { path: '/seller', name: 'selling', icon: HandCoins, load: () => import('./pages/seller/seller.tsx') },
    ],
  },
  {
    name: 'work',
    pages: [
      {
        path: '/work/jobs',
        name: 'jobs',
        icon: ListVideo,
        load: () => import('./pages/work/jobs.tsx'),
      },
      {
        path: '/work/jobs/$jobId',
        load: () => import('./pages/work/job.tsx'),
      },
      {
        path: '/work/history',
        name: 'history',
        icon: History,
        load: () => import('./pages/work/history.tsx'),
      },
      {
        path: '/work/check',
        name: 'check',
        icon: ScanSearch,
        load: () => import('./pages/work/check.tsx'),
      },
      {
        path: '/work/assets',
        name: 'assets',
        icon: Images,
        load: () => import('./pages/work/assets.tsx'),
      },
      {
        path: '/work/batches',
        name: 'batches',
        icon: Layers,
        load: () => import('./pages/work/batches.tsx'),
      },
      {
        path: '/work/batches/$batchId',
        load: () => import('./pages/work/batch.tsx'),
      },
      {
        path: '/work/saved-runs',
        name: 'savedRuns',
        icon: Bookmark,
        load: () => import('./pages/work/saved-runs.tsx'),
      },
    ],
  },
  {
    name: 'account',
    pages: [
      {
        path: '/account/usage',
        name: 'usage',
        icon: ChartColumn,
        load: () => import('./pages/account/usage.tsx'),
      },
      {
        path: '/account/billing',
        name: 'billing',
        icon: CreditCard,
        load: () => import('./pages/account/billing.tsx'),
      },
      { path: '/account/keys', name: 'keys', icon: KeyRound, load: () => import('./pages/account/keys.tsx') },
      {
        path: '/account/webhooks',
        name: 'webhooks',
        icon: Webhook,
        load: () => import('./pages/account/webhooks.tsx'),
      },
      {
        path: '/account/security',
        name: 'security',
        icon: ShieldCheck,
        load: () => import('./pages/account/security.tsx'),
      },
      {
        path: '/account',
        name: 'profile',
        icon: UserRound,
        load: () => import('./pages/account/profile.tsx'),
      },
    ],
  },
  {
    name: 'admin',
    adminOnly: true,
    pages: [
      { path: '/admin/users', name: 'users', icon: Users, load: () => import('./pages/admin/users.tsx') },
      {
        path: '/admin/listings',
        name: 'listings',
        icon: Tag,
        load: () => import('./pages/admin/listings.tsx'),
      },
      {
        path: '/admin/reports',
        name: 'reports',
        icon: Flag,
        load: () => import('./pages/admin/reports.tsx'),
      },
      {
        path: '/admin/sellers',
        name: 'sellers',
        icon: BadgeCheck,
        load: () => import('./pages/admin/sellers.tsx'),
      },
      {
        path: '/admin/payouts',
        name: 'payouts',
        icon: Banknote,
        load: () => import('./pages/admin/payouts.tsx'),
      },
      {
        path: '/admin/payments',
        name: 'payments',
        icon: Receipt,
        load: () => import('./pages/admin/payments.tsx'),
      },
      {
        path: '/admin/revenue',
        name: 'revenue',
        icon: TrendingUp,
        load: () => import('./pages/admin/revenue.tsx'),
      },
      {
        path: '/admin/deliveries',
        name: 'deliveries',
        icon: Send,
        load: () => import('./pages/admin/deliveries.tsx'),
      },
      {
        path: '/admin/audit-log',
        name: 'auditLog',
        icon: ScrollText,
        load: () => import('./pages/admin/audit-log.tsx'),
      },
      {
        path: '/admin/workers',
        name: 'workers',
        icon: Server,
        load: () => import('./pages/admin/workers.tsx'),
      },
      {
        path: '/admin/health',
        name: 'health',
        icon: HeartPulse,
        load: () => import('./pages/admin/health.tsx'),
      },
      {
        path: '/admin/listening-test',
        name: 'listeningTest',
        icon: Ear,
        load: () => import('./pages/admin/listening-test.tsx'),
      },
    ],
  },
];

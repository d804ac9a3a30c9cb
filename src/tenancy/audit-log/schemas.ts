import { Type } from '@sinclair/typebox';
import { NextCursor, PageQuery } from '../../http/index.ts';
import { ACTORS } from './actor.ts';
import { AUDIT_EVENTS, type AuditEventName } from './events.ts';

const NAMES = Object.keys(AUDIT_EVENTS) as AuditEventName[];
const Nullable = Type.Union([Type.String(), Type.Null()]);
const AccountId = (description: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', description }));
const Time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const AuditQuery = Type.Composite([
  PageQuery,
  Type.Object({
    event: Type.Optional(
      Type.Unsafe<AuditEventName>({ type: 'string', enum: NAMES, description: 'Only events of this kind.' }),
    ),
    from: Time('Only events at or after this time.'),
    to: Time('Only events before this time.'),
  }),
]);

export const AdminAuditQuery = Type.Composite([
  AuditQuery,
  Type.Object({
    account_id: AccountId('Only what happened to this account.'),
    actor: Type.Optional(
      Type.Unsafe<(typeof ACTORS)[number]>({
        type: 'string',
        enum: [...ACTORS],
        description: 'Only what was done by this kind of actor.',
      }),
    ),
    actor_account_id: AccountId('Only what this account did, to itself or as an administrator.'),
  }),
]);

const Facts = (description: string) =>
  Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], { description });

const fields = {
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  event: Type.String({ description: 'As in `event` of the query.' }),
  subject: Type.Union([Type.String(), Type.Null()], {
    description: 'Id of the key, session, listing or other thing that it was done to.',
  }),
  actor: Type.String({
    description:
      '`account`: its owner. `operator`: whoever runs the machine. `system`: the service itself. `anonymous`: nobody who was signed in.',
  }),
  credential: Type.Union([Type.Object({ kind: Type.String(), id: Type.String() }), Type.Null()], {
    description: 'The session or key that was used.',
  }),
  address: Type.Union([Type.String(), Type.Null()], { description: 'IPv4 address or IPv6 /64.' }),
  user_agent: Nullable,
  before: Facts('What changed, as it was.'),
  after: Facts('What changed, as it is since.'),
  erased: Type.Boolean({
    description: 'True when personal details were erased after their retention period.',
  }),
  seq: Type.Integer({ description: 'Position in the log of the account. There are no gaps.' }),
  hash: Type.String({ description: 'SHA-256 over the hash before it and this event.' }),
};

export const EventView = Type.Object(fields, { title: 'AuditEvent' });
export const AdminEventView = Type.Object(
  {
    ...fields,
    account_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Null for what concerns no account.',
    }),
    account_email: Nullable,
    actor_account_id: Nullable,
    actor_email: Nullable,
  },
  { title: 'AdminAuditEvent' },
);

export const AuditPage = Type.Object({ events: Type.Array(EventView), next_cursor: NextCursor });
export const AdminAuditPage = Type.Object({ events: Type.Array(AdminEventView), next_cursor: NextCursor });

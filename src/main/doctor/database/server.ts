import { type Db, DEFAULT_POOL_SIZE, isStoreUnavailable, sql } from '../../../platform/database/index.ts';
import {
  type Check,
  codeOf,
  type Finding,
  fault,
  good,
  type Installation,
  reasonOf,
  warning,
} from '../check.ts';

/** One more listens for notifications. */
const PER_NODE = DEFAULT_POOL_SIZE + 1;
const CLOCK_NOTABLE_MS = 2_000;
/** Object stores refuse a signature that is a quarter of an hour off, and certificates look invalid. */
const CLOCK_UNUSABLE_MS = 5 * 60_000;

/** A check of a server that answers. Why one does not is told once, by `database`. */
export function onServer(
  id: string,
  judge: (db: Db, installation: Installation) => Promise<readonly Finding[]>,
): Check {
  return {
    id,
    settings: ['DATABASE_URL'],
    async run(installation) {
      if (installation.server === null) return [];
      const db = await installation.server().catch(() => null);
      return db === null ? [] : judge(db, installation).catch(judgeBroken);
    },
  };
}

function judgeBroken(error: unknown): Finding[] {
  if (codeOf(error) === NOT_ALLOWED)
    return [
      fault(
        `The user in DATABASE_URL may not read what belongs to this service (${reasonOf(error)}).`,
        'Correct the user, or as the owner run: REASSIGN OWNED BY CURRENT_USER TO USER.',
      ),
    ];
  if (!isStoreUnavailable(error)) throw error;
  return [fault(`The database broke off (${reasonOf(error)}).`, 'Look at its log, and run this again.')];
}

/** SQLSTATE insufficient_privilege. */
const NOT_ALLOWED = '42501';

type Connections = {
  most: number;
  reserved: number;
  of_database: number;
  of_role: number;
  used: number;
  used_here: number;
  used_by_role: number;
  ours: number;
};

export const connections = onServer('database-connections', async (db) => {
  const { rows } = await sql<Connections>`
    SELECT current_setting('max_connections')::int AS most,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true), '0')::int AS reserved,
      d.datconnlimit AS of_database, r.rolconnlimit AS of_role,
      count(*)::int AS used, (count(*) FILTER (WHERE a.datname = d.datname))::int AS used_here,
      (count(*) FILTER (WHERE a.usename = r.rolname))::int AS used_by_role,
      (count(*) FILTER (WHERE a.application_name = 'vox-humana' AND a.pid <> pg_backend_pid()))::int AS ours
    FROM pg_database d CROSS JOIN pg_roles r CROSS JOIN pg_stat_activity a
    WHERE d.datname = current_database() AND r.rolname = current_user AND a.backend_type = 'client backend'
    GROUP BY d.datconnlimit, r.rolconnlimit`.execute(db);
  return rows[0] ? [judgeConnections(rows[0])] : [];
});

export function judgeConnections(facts: Connections): Finding {
  const limits = [
    { what: 'max_connections', most: facts.most - facts.reserved, used: facts.used },
    { what: 'the limit of the database', most: facts.of_database, used: facts.used_here },
    { what: 'the limit of its user', most: facts.of_role, used: facts.used_by_role },
  ].filter(({ most }) => most >= 0);
  const tightest = limits.toSorted((a, b) => a.most - a.used - (b.most - b.used))[0];
  if (!tightest) return good('The number of connections is not limited.');
  const { what, most, used } = tightest;
  const seen = `${used} of ${most} connections are used (${what}), and a node of this service takes up to ${PER_NODE}.`;
  const remedy = `Raise ${what}, or connect less from elsewhere.`;
  if (most < PER_NODE) return fault(seen, remedy);
  // A node that runs already has some of its own.
  return most - used + facts.ours < PER_NODE ? warning(seen, remedy) : good(seen);
}

export const clock = onServer('database-clock', async (db, installation) => {
  const before = installation.clock.now().getTime();
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
  const after = installation.clock.now().getTime();
  return [judgeClock((before + after) / 2 - (rows[0]?.ms ?? Number.NaN))];
});

export function judgeClock(aheadMs: number): Finding {
  const off = Math.abs(aheadMs);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  const seen = `The clock of this machine is ${(off / 1_000).toFixed(1)} s ${way} the database's.`;
  const remedy = 'Let both keep time by NTP: timedatectl set-ntp true.';
  if (off > CLOCK_UNUSABLE_MS) return fault(seen, remedy);
  return off > CLOCK_NOTABLE_MS
    ? warning(seen, remedy)
    : good('This machine and the database have the same time.');
}

export const encryption = onServer('database-encryption', async (db) => {
  const { rows } = await sql<{ ssl: boolean; remote: boolean }>`
    SELECT s.ssl, coalesce(host(inet_client_addr()) <> host(inet_server_addr()), false) AS remote
    FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid()`.execute(db);
  const [facts] = rows;
  if (!facts) return [];
  if (facts.ssl) return [good('The connection to the database is encrypted.')];
  if (!facts.remote) return [good('The database is on this machine.')];
  return [
    warning(
      'Everything between this machine and the database can be read on the way, the password included.',
      'Turn ssl on at the server and add ?sslmode=verify-full to DATABASE_URL, unless the network is yours alone.',
    ),
  ];
});

export const nodes = onServer('nodes', async (db, { config }) => {
  const { rows } = await sql<{ address: string }>`
    SELECT DISTINCT host(client_addr) AS address FROM pg_stat_activity
    WHERE application_name = 'vox-humana' AND datname = current_database()
      AND client_addr IS NOT NULL AND client_addr IS DISTINCT FROM inet_client_addr()`.execute(db);
  const others = rows.map(({ address }) => address);
  if (others.length === 0 || config.s3) return [];
  return [
    fault(
      `Another node (${others.join(', ')}) uses this database, and the objects are in a folder of this machine, which it cannot read.`,
      'Set S3_BUCKET on all nodes (docs/guides/scaling.md).',
    ),
  ];
});

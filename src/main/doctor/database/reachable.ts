import { sql } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { type Check, codeOf, type Finding, fault, good, reasonOf, warning } from '../check.ts';

/** By SQLSTATE, by system call, and where a driver has neither, by its words. */
const REMEDIES: readonly (readonly [RegExp, string, string])[] = [
  [
    /client password must be/,
    'asks for a password',
    'Add it to DATABASE_URL: postgres://user:password@host/name.',
  ],
  [
    /28P01|password authentication/,
    'refuses the password',
    'Correct the user and the password in DATABASE_URL.',
  ],
  [
    /no encryption|no pg_hba\.conf entry.*SSL off/,
    'lets nobody in from here without encryption',
    'Add ?sslmode=verify-full to DATABASE_URL, or allow it in pg_hba.conf.',
  ],
  [
    /28000|pg_hba/,
    'does not let this user in from here',
    'Allow it in pg_hba.conf, or correct the user in DATABASE_URL.',
  ],
  [/3D000/, 'has no such database', 'Run: createdb NAME, or correct the last part of DATABASE_URL.'],
  [
    /53300|too many clients|remaining connection slots/,
    'has no connection left',
    'Raise max_connections, or end what holds them: SELECT * FROM pg_stat_activity.',
  ],
  [/57P03/, 'is starting or stopping', 'Wait a moment and run this again.'],
  [
    /unsupported startup parameter|08P01/,
    'is a pool (such as PgBouncer) that refuses our settings',
    'Let DATABASE_URL name PostgreSQL itself: notifications and locks need a session of their own.',
  ],
  [
    /does not support SSL/,
    'does not encrypt',
    'Turn ssl on at the server, or take sslmode out of DATABASE_URL where the network is yours.',
  ],
  [
    /CERT|self.signed|certificate|ALTNAME/i,
    'has a certificate that is not trusted',
    'Name its authority with sslrootcert=PATH in DATABASE_URL.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    'cannot be found by its name',
    'Correct the host in DATABASE_URL, or the name server of this machine.',
  ],
  [
    /ECONNREFUSED|ENOENT/,
    'does not listen there',
    'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|timeout|ECONNRESET|terminated/i,
    'does not answer',
    'See whether a firewall or a stopped server is in the way: pg_isready -h HOST -p PORT.',
  ],
];

type Facts = {
  version: string;
  encoding: string;
  recovering: boolean;
  read_only: string;
  fsync: string;
  pages: string;
  commit: string;
  may_create: boolean | null;
};

export const reachable: Check = {
  id: 'database',
  settings: ['DATABASE_URL'],
  async run({ server }) {
    if (server === null) return [];
    const opened = await server().then(
      (db) => ({ db }),
      (error: unknown) => ({ finding: judgeFailure(error) }),
    );
    if ('finding' in opened) return [opened.finding];
    const { rows } = await sql<Facts>`
      SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
        pg_is_in_recovery() AS recovering, current_setting('default_transaction_read_only') AS read_only,
        current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
        current_setting('synchronous_commit') AS commit,
        has_schema_privilege(current_schema(), 'CREATE') AS may_create`.execute(opened.db);
    const [facts] = rows;
    return facts ? judgeServer(facts) : [];
  },
};

export function judgeFailure(error: unknown): Finding {
  if (error instanceof DomainError && error.code === 'database_too_old')
    return fault(error.public, 'Upgrade the server, or point DATABASE_URL to another one.');
  const reason = reasonOf(error);
  const said = `${codeOf(error)} ${reason}`;
  const [, what, remedy] = REMEDIES.find(([shape]) => shape.test(said)) ?? [
    null,
    'cannot be used',
    'Correct DATABASE_URL.',
  ];
  return fault(`The server in DATABASE_URL ${what} (${reason}).`, remedy);
}

export function judgeServer(facts: Facts): Finding[] {
  const found: Finding[] = [];
  const major = facts.version.split(' ')[0] ?? '';
  if (facts.recovering || facts.read_only === 'on')
    found.push(
      fault(
        'The server in DATABASE_URL only reads: it is a replica, or set so.',
        'Let DATABASE_URL name the primary.',
      ),
    );
  if (facts.may_create !== true)
    found.push(
      fault(
        'The user in DATABASE_URL may not create tables, so migrations fail.',
        'As owner of the database run: GRANT CREATE, USAGE ON SCHEMA public TO USER, or make the user its owner.',
      ),
    );
  if (facts.encoding !== 'UTF8')
    found.push(
      fault(
        `The database is encoded in ${facts.encoding}, which cannot store every text.`,
        'Create it again: createdb --encoding UTF8 --template template0 NAME.',
      ),
    );
  const unsafe = [
    facts.fsync === 'on' ? '' : 'fsync',
    facts.pages === 'on' ? '' : 'full_page_writes',
    facts.commit === 'off' ? 'synchronous_commit' : '',
  ].filter((name) => name !== '');
  if (unsafe.length > 0)
    found.push(
      warning(
        `The server has ${unsafe.join(', ')} off: a power failure may lose payments that customers were told of.`,
        'Turn that on in postgresql.conf.',
      ),
    );
  return found.length > 0
    ? found
    : [good(`PostgreSQL ${major} answers, and its user may do what is needed.`)];
}

import { Link } from '@tanstack/react-router';

/** Opens the account among the users. Its id is long, and its beginning tells most accounts apart. */
export function AccountLink({ id }: { id: string }) {
  return (
    <Link to="/admin/users" search={{ user: id } as never} title={id} className="font-mono text-xs underline">
      {id.slice(0, 13)}…
    </Link>
  );
}

import { Download } from 'lucide-react';
import { account } from '../../../api/clients.ts';
import { BALANCES, isBalance, useLedgerColumns } from '../../../money/ledger-columns.tsx';
import { useTexts } from '../../../texts/index.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { Card, EmptyState } from '../../../ui/layout.tsx';
import { PagedTable } from '../../../ui/paged-table.tsx';
import { useAddress } from '../../../ui/use-address.ts';

/** Every movement of the account's balances. */
export function Ledger() {
  const { ledger: texts } = useTexts();
  const [{ balance }, change] = useAddress({ balance: '' });
  const query = isBalance(balance) ? { balance } : {};
  const columns = useLedgerColumns();
  return (
    <Card
      title={texts.title}
      actions={
        <a className={buttonClasses()} href="/api/billing/ledger?format=csv" download="ledger.csv">
          <Download aria-hidden className="size-4" />
          {texts.csv}
        </a>
      }
    >
      <div className="mb-3 max-w-60">
        <SelectField
          label={texts.balance}
          value={balance}
          onChange={(event) => change({ balance: event.target.value })}
          options={[
            { value: '', label: texts.allBalances },
            ...BALANCES.map((value) => ({ value, label: texts.balances[value] })),
          ]}
        />
      </div>
      <PagedTable
        label={texts.title}
        queryKey={['ledger', balance]}
        fetchPage={(page) => account.billing.ledger({ ...query, ...page, limit: 20 })}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title={texts.empty} />}
      />
    </Card>
  );
}

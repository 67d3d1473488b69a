import { useRef, type ReactNode } from 'react';
import { Button } from './button.js';
import { SkeletonRows } from './empty.js';
import { ErrorNote } from './note.js';
import { useRoving } from './roving.js';

export type Column<Row> = {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Classes of the design: `main`, `num`, `mono`, `fill`, `acts`, `hide-s`. */
  readonly className?: string;
  /** The name is only for readers of the screen. */
  readonly quiet?: boolean;
};

type DataTableProps<Row> = {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string | number;
  readonly empty: ReactNode;
  readonly error?: unknown;
  readonly selected?: string | number | undefined;
  /** Gets the next page from the server. */
  readonly more?: { readonly load: () => void; readonly busy: boolean } | undefined;
  readonly flush?: boolean;
  readonly tall?: boolean;
};

/** A table that becomes a list of cards on phones; paged by the server. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, empty, error, more } = props;
  if (!rows) return error ? <ErrorNote error={error} /> : <SkeletonRows count={4} />;
  if (rows.length === 0) return error ? <ErrorNote error={error} /> : empty;
  return (
    <>
      {error !== undefined && error !== null && <ErrorNote error={error} />}
      <Rows {...props} rows={rows} />
      {more && (
        <div className="pager">
          <Button size="s" busy={more.busy} onPress={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

type RowsProps<Row> = DataTableProps<Row> & { readonly rows: readonly Row[] };

/** One stop of the tab key: arrows go from row to row, and to what can be done with each. */
function Rows<Row>({ label, columns, rows, rowKey, selected, flush = false, tall = false }: RowsProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const roving = useRoving(table);
  return (
    <div className={flush ? 'tblwrap flush' : 'tblwrap'}>
      <table ref={table} {...roving} className={tall ? 'tbl cards tall' : 'tbl cards'} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, className, quiet }) => (
              <th key={name} className={className} scope="col">
                {quiet ? <span className="vh">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-selected={rowKey(row) === selected || undefined}>
              {columns.map(({ name, className, cell }) => (
                <td key={name} className={className}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

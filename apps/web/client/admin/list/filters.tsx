import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Choice } from '../../kit/choice.js';
import { Button } from '../../kit/button.js';
import { Field } from '../../kit/field.js';
import { useHotkeys } from '../../kit/hotkeys.js';

/** The filters of a list, as they stand in the address of its page. */
export type Filters = Readonly<Record<string, string>>;

/** Only words come from an address; numbers and the like are words of the API as well. */
export function filtersOf(search: Record<string, unknown>): Filters {
  const words = Object.entries(search).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(words.map(([name, value]) => [name, String(value)]));
}

/** What the address says, and how to change it. */
export function useFilters() {
  const filters: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (name: string, value: string) => {
    const { [name]: _old, ...others } = filters;
    return navigate({ to: '.', search: value === '' ? others : { ...others, [name]: value } });
  };
  return { filters, change };
}

type PickProps = {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly options: readonly { readonly value: string; readonly name: string }[];
};

/** One of a few states, or all of them. */
export function Pick({ name, label, any, options }: PickProps) {
  const { filters, change } = useFilters();
  return (
    <Choice
      label={label}
      value={filters[name] ?? ''}
      options={[{ value: '', name: any }, ...options]}
      onChange={(value) => void change(name, value)}
    />
  );
}

type SearchProps = { readonly name: string; readonly label: string; readonly hint: string };

/** Words that the server looks for. */
export function Search({ name, label, hint }: SearchProps) {
  const { filters, change } = useFilters();
  const given = filters[name] ?? '';
  const [text, setText] = useState(given);
  useEffect(() => setText(given), [given]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change(name, text.trim());
  };
  return (
    <form className="row wrap" role="search" onSubmit={submit}>
      <Field label={label} value={text} onChange={setText} placeholder={hint} maxLength={200} />
      <Button type="submit" icon="search" aria-label={`Find by ${label.toLowerCase()}`} />
    </form>
  );
}

/** `/` goes to the first field to search in, `f` to the first choice. */
export function FilterRow({ children }: { readonly children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null);
  const focus = (what: string) => row.current?.querySelector<HTMLElement>(what)?.focus();
  useHotkeys({ '/': () => focus('input'), f: () => focus('select') });
  return (
    <div ref={row} className="filters row wrap items-end">
      {children}
    </div>
  );
}

/** Words as choices. */
export const plainOptions = (values: readonly string[]) => values.map((value) => ({ value, name: value }));

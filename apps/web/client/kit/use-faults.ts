import { useEffect } from 'react';
import { faultsOf, inWords } from './faults.js';

/** The fields of a form by their names in the API, with the entries of those that list some. */
type Typed = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * Parts what failed: what is wrong with each field of the form, and the error if there is more to it. The focus goes to the
 * first such field, which says so to whoever does not see it.
 */
export function useFaults<Error>(error: Error, typed: Typed) {
  const faults = faultsOf(error);
  const at: Partial<Record<string, string>> = {};
  for (const fault of faults) if (fault.field in typed) at[fault.field] ??= inWords(fault, typed[fault.field]);
  const isAtFields = Object.keys(at).length > 0;
  useEffect(() => {
    if (isAtFields) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus();
  }, [isAtFields, error]);
  const isAll = isAtFields && faults.every(({ field }) => field in typed);
  return { at, rest: isAll ? null : error };
}

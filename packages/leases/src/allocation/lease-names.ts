import { Injectable } from '@nestjs/common';
import { FreeNames, readableName } from '@mailroom/mail';
import { lookOf } from '@mailroom/message';

/** The numbers of digits in names, one try after the other: there are more names with each. */
const DIGITS = [3, 4, 6, 9];
/** How often an address is looked for that nobody has or had. */
export const TRIES = DIGITS.length;

/** Makes up the addresses of leased mailboxes. */
@Injectable()
export class LeaseNames {
  constructor(private readonly names: FreeNames) {}

  /** A readable address on the domain that is no role's; whether it is free, its creation decides. */
  next(domain: string, attempt: number): { readonly address: string; readonly look: string } {
    const digits = DIGITS[Math.min(attempt, TRIES - 1)] ?? TRIES;
    for (;;) {
      const name = readableName(digits);
      if (!this.names.isReserved(name)) return { address: `${name}@${domain}`, look: lookOf(name) };
    }
  }
}

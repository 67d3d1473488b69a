import { canonicalAddress, parseAddress, type EmailAddress } from '@mailroom/message';

/** Who we are to those who bring mail. */
export class IngestIdentity {
  /**
   * Where the postmaster of this host may be reached (RFC 5321 §4.5.1): at its own name, then at the domains above it.
   * The mailbox is usually that of example.com, and the host mx.example.com.
   */
  readonly postmasters: readonly EmailAddress[];
  readonly #own: string;

  /** The host name is the one in trace headers. */
  constructor(readonly hostname: string) {
    const labels = hostname.split('.');
    this.postmasters = labels.flatMap((_, index) => parseAddress(`postmaster@${labels.slice(index).join('.')}`) ?? []);
    const [own] = this.postmasters;
    this.#own = own === undefined ? '' : canonicalAddress(own);
  }

  /** Whether an address is that of this host's postmaster; every recipient is compared with it. */
  isPostmaster(address: EmailAddress): boolean {
    return canonicalAddress(address) === this.#own;
  }
}

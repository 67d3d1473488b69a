/** Whether mail to an address comes to a mailbox: what is sent to `name+tag@` comes to `name@`. */
export function arrivesAt(address: string, mailbox: string): boolean {
  return address.toLowerCase().replace(/^([^+@"]+)\+[^@]*@/, '$1@') === mailbox.toLowerCase();
}

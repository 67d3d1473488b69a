import { Gate } from '../shared/gate.js';
import { TokenForm } from '../shared/token-form.js';

export function SignInPage() {
  return (
    <Gate name="Mailroom webmail" title="Read a mailbox">
      <TokenForm label="Token" placeholder="mrt_…" hint="A mailbox token opens its mailbox." primary />
    </Gate>
  );
}

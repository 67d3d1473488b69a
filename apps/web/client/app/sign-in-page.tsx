import { Gate } from '../shared/gate.js';
import { TokenForm } from '../shared/token-form.js';

export function SignInPage() {
  return (
    <Gate name="Mailroom" title="Sign in to look after your agents">
      <TokenForm
        label="Token"
        placeholder="mrm_… or mrt_…"
        hint="A manager token sees the whole tenant, a mailbox token one mailbox."
        primary
      />
      <p className="faint">
        No token yet? <code>cat .mailroom/manager-token</code> on the machine that runs Mailroom.
      </p>
    </Gate>
  );
}

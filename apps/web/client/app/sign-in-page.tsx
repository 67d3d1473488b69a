import { Brand } from '../kit/brand.js';
import { usePageTitle } from '../kit/page-title.js';
import { SessionEnded } from '../kit/session-ended.js';
import { TokenForm } from '../kit/token-form.js';
import { Rack } from './rack.js';
import { WalletSignIn } from './wallet/wallet-sign-in.js';

export function SignInPage() {
  usePageTitle('Sign in');
  return (
    <div className="gate">
      <main id="main">
        <div className="stack loose">
          <div className="stack">
            <Brand name="Mailroom" />
            <h1>Sign in to look after your agents</h1>
          </div>
          <SessionEnded />
          <WalletSignIn />
          <div className="or">or with a token</div>
          <TokenForm
            label="Token"
            placeholder="mrm_… or mrt_…"
            hint="A manager token sees the whole tenant, a mailbox token one mailbox."
          />
          <p className="faint">
            No token yet? <code>cat .mailroom/manager-token</code> on the machine that runs Mailroom.
          </p>
        </div>
      </main>
      <aside className="aside" aria-label="What Mailroom does">
        <Rack />
        <div className="stack tight">
          <p className="strong">Every message is held by exactly one agent.</p>
          <p className="dim">When an agent gives up, its message comes back here and waits for you.</p>
        </div>
      </aside>
    </div>
  );
}

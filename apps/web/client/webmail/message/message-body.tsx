import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.js';
import { Note } from '../../kit/note.js';
import type { Email } from '../api.js';

type FromReader = { readonly ready?: boolean; readonly hosts?: readonly string[] };

/** The text of a message: plain, or its HTML in a frame that can do nothing. */
export function MessageBody({ email }: { readonly email: Email }) {
  if (email.html) return <HtmlBody html={email.html} mayLoadImages />;
  return <div className="plainbody whitespace-pre-wrap wrap-anywhere">{email.plainText}</div>;
}

type HtmlBodyProps = {
  readonly html: string;
  /** Whether somebody may have what is elsewhere loaded; never of what was decrypted. */
  readonly mayLoadImages: boolean;
};

/** What comes from the frame is only believed as far as words to show: a hostile message can say what it likes. */
export function HtmlBody({ html, mayLoadImages }: HtmlBodyProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [hosts, setHosts] = useState<readonly string[]>([]);
  const [withImages, setWithImages] = useState(false);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<FromReader | null>) => {
      if (source !== frame.current?.contentWindow || typeof data !== 'object' || data === null) return;
      if (data.ready === true) frame.current?.contentWindow?.postMessage({ html }, '*');
      if (Array.isArray(data.hosts)) setHosts(data.hosts.slice(0, 20).map(String));
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [html]);
  const load = (
    <Button size="s" onPress={() => setWithImages(true)}>
      Load images
    </Button>
  );
  return (
    <div className="stack">
      {hosts.length > 0 && mayLoadImages && !withImages && (
        <Note title="Images from other servers are not loaded." action={load}>
          Loading them tells <span className="mono">{hosts.join(', ')}</span> that this was read.
        </Note>
      )}
      <iframe
        key={String(withImages)}
        ref={frame}
        className="mailframe"
        title="Message"
        sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        src={mayLoadImages && withImages ? 'reader?images' : 'reader'}
      />
    </div>
  );
}

import { useEffect, useState } from 'react';
import { useSession } from '../kit/session.js';
import { arrival } from './arrival.js';

let attempt: Promise<unknown> | undefined;

/** Signs in with the sign-in of /app, once, where the person came from there; tells whether that is under way. */
export function useFromApp(isNeeded: boolean): boolean {
  const { signIn } = useSession();
  const [isOver, setOver] = useState(!arrival.fromApp);
  const isUnderWay = isNeeded && !isOver;
  useEffect(() => {
    if (!isUnderWay) return;
    attempt ??= signIn({ from: 'app' });
    // Where it fails, there is the page to sign in.
    void attempt.catch(() => undefined).finally(() => setOver(true));
  }, [isUnderWay, signIn]);
  return isUnderWay;
}

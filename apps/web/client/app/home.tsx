import { Button } from '../shared/button.js';
import { useSession } from '../shared/session.js';

export function Home() {
  const { signOut } = useSession();
  return <Button onPress={() => void signOut()}>Sign out</Button>;
}

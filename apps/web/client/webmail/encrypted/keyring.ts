import type { Answered, Asked, CallName, Calls } from '../../pgp-worker/calls.js';

/** Longer than the bounds in the worker; what takes longer does not end by itself. */
const PATIENCE_MS = 30_000;
const IDLE_MS = 15 * 60_000;
const LOOK_MS = 5_000;
const USES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void };

/** Which keys are open; another object after each change. */
export type KeyringState = {
  readonly fingerprints: readonly string[];
  /** Why it was locked, if nobody asked for that. */
  readonly why: string;
};

const LOCKED: KeyringState = { fingerprints: [], why: '' };

/**
 * The keys that are open in this tab. They are in the memory of a worker, which ends with the tab, by `lock`, after a quarter
 * of an hour in which nobody used the page, and when something takes too long in it.
 */
class Keyring {
  #state = LOCKED;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #idleAt = 0;
  #stopWatching = () => undefined as void;
  readonly #listeners = new Set<() => void>();
  #turn: Promise<unknown> = Promise.resolve();

  readonly state = (): KeyringState => this.#state;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** @throws Error if the passphrase opens none of them */
  async open(lockedKeys: readonly string[], passphrase: string): Promise<void> {
    const fingerprints = await this.call('open', { lockedKeys, passphrase });
    this.#watch();
    this.#change({ fingerprints, why: '' });
  }

  /** One call after another, so that each has all the time that one may have. */
  call<Name extends CallName>(name: Name, ask: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
    const answer = this.#turn.then(() => this.#call(name, ask));
    this.#turn = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the worker, and with it whatever it knew. */
  readonly lock = (why = ''): void => {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#stopWatching();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(why || 'It was locked meanwhile.'));
    if (this.#state.fingerprints.length > 0) this.#change({ fingerprints: [], why });
  };

  async #call<Name extends CallName>(name: Name, ask: Calls[Name]['ask']): Promise<Calls[Name]['answer']> {
    if (!isSecureContext) throw new Error('The browser can only decrypt on a page that came over https.');
    const worker = (this.#worker ??= this.#start());
    const id = (this.#lastId += 1);
    const late = setTimeout(
      () => this.lock('This took too long and was stopped, and your key is locked.'),
      PATIENCE_MS,
    );
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        worker.postMessage({ id, name, ask } as Asked);
      })) as Calls[Name]['answer'];
    } finally {
      clearTimeout(late);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('../../pgp-worker/main.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answered>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('failure' in data) waiting?.reject(new Error(data.failure));
      else waiting?.resolve(data.answer);
    });
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.lock('The program that decrypts has ended, and your key is locked.');
    });
    return worker;
  }

  /** A page that sleeps in the history of the tab, or on a machine that slept, is locked as well. */
  #watch(): void {
    this.#stopWatching();
    this.#idleAt = Date.now() + IDLE_MS;
    const look = () => {
      if (Date.now() >= this.#idleAt) this.lock('Your key was locked, as nobody used this page for 15 minutes.');
    };
    const use = () => {
      look();
      this.#idleAt = Date.now() + IDLE_MS;
    };
    const leave = () => this.lock();
    const timer = setInterval(look, LOOK_MS);
    for (const name of USES) addEventListener(name, use, { capture: true, passive: true });
    addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', look);
    this.#stopWatching = () => {
      clearInterval(timer);
      for (const name of USES) removeEventListener(name, use, { capture: true });
      removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', look);
    };
  }

  #change(state: KeyringState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

export const keyring = new Keyring();

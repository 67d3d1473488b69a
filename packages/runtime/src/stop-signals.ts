/**
 * A terminal sends Ctrl-C to the whole process group, and npm passes its own copy on: one key, two signals. They arrive
 * within milliseconds of each other; a person who has lost patience takes longer.
 */
const REPEAT_MS = 2_000;

export type StopSignals = {
  /** Called once, to finish what is under way. */
  readonly onStop: (signal: NodeJS.Signals) => void;
  /** Called for a signal that comes later than a repeat would, to end at once. */
  readonly onImpatience: () => void;
  /** Milliseconds on any scale that does not go back. */
  readonly now?: () => number;
};

/** Listens for SIGINT and SIGTERM on `source`, for the rest of its life. */
export function listenForStop(
  source: Pick<NodeJS.Process, 'on'>,
  { onStop, onImpatience, now = () => performance.now() }: StopSignals,
): void {
  let firstAt: number | undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = now();
      onStop(signal);
    } else if (now() - firstAt > REPEAT_MS) onImpatience();
  };
  source.on('SIGINT', onSignal);
  source.on('SIGTERM', onSignal);
}

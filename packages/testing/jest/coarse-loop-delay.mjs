// Looks at the delay of the event loop once a second instead of a hundred times, in processes of the shared
// installations: forty of them wait most of the time, and would take an eighth of two cores for looking.
import hooks from 'node:perf_hooks';

const RESOLUTION_MS = 1_000;
const { monitorEventLoopDelay } = hooks;
hooks.monitorEventLoopDelay = () => monitorEventLoopDelay({ resolution: RESOLUTION_MS });

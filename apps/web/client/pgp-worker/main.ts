import type { Answered, Asked } from './calls.js';
import { KeyHolder } from './key-holder.js';

const holder = new KeyHolder();

async function answerTo({ id, name, ask }: Asked): Promise<Answered> {
  try {
    // Each name has the ask of its own method.
    const does = holder[name].bind(holder) as (ask: unknown) => Promise<unknown>;
    return { id, answer: await does(ask) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  void answerTo(data).then((answered) => postMessage(answered));
});

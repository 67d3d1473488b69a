import { describe, expect, it } from '@jest/globals';
import { BodyRoom } from './body-room.js';

describe('the room for large bodies', () => {
  it('has those wait for whom there is none, and lets them in as others leave', async () => {
    const room = new BodyRoom(10, 8);
    const leave = await room.enter('a', 6);
    const entered: string[] = [];
    const second = room.enter('a', 6).then(() => entered.push('a'));
    // Another tenant still finds room.
    (await room.enter('b', 4))();
    expect(entered).toEqual([]);
    leave();
    leave();
    await second;
    expect(entered).toEqual(['a']);
  });

  it('is taken from nobody by one tenant alone', async () => {
    const room = new BodyRoom(10, 6, 5);
    await room.enter('a', 6);
    await expect(room.enter('a', 3)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
    await room.enter('b', 4);
  });
});

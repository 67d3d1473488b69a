import { expect, it } from '@jest/globals';
import { HolderRoom, readRoomLimits, type RoomLimits } from './holder-room.js';

const words = {
  held: 'streams open',
  full: 'Too many streams are open here.',
  later: 'Open the stream again later.',
  fix: 'Close the streams that nobody reads any more.',
};
const roomOf = (limits: RoomLimits) => new HolderRoom(limits, words);
const holder = (token: number, tenant = token) => ({ principalId: `token:${token}`, tenantId: `tnt_${tenant}` });
const refused = (code: string) => expect.objectContaining({ code, retryAfterSeconds: 10 });

it('has room for so many streams of one principal, and for as many again once they are closed', () => {
  const room = roomOf({ perPrincipal: 2, inAll: 10 });
  const [first, second] = [holder(1), holder(2)];
  for (let round = 0; round < 3; round += 1) {
    room.enter(first);
    room.enter(first);
    expect(() => room.enter(first)).toThrow(refused('rate_limited'));
    room.enter(second);
    for (const one of [first, first, second]) room.leave(one);
  }
});

it('has room for so many streams in all, whosever they are', () => {
  const room = roomOf({ perPrincipal: 2, inAll: 3 });
  for (const token of [1, 2, 3]) room.enter(holder(token));
  expect(() => room.enter(holder(4))).toThrow(refused('unavailable'));
  room.leave(holder(2));
  room.enter(holder(4));
  expect(() => room.enter(holder(2))).toThrow('Too many streams are open here.');
});

it('has as much room for a tenant as that leaves free for others, however many tokens it has', () => {
  const room = roomOf({ perPrincipal: 2, inAll: 12 });
  for (const token of [1, 1, 2, 2, 3, 3]) room.enter(holder(token, 1));
  expect(() => room.enter(holder(4, 1))).toThrow(refused('rate_limited'));
  for (const tenant of [2, 3, 4]) room.enter(holder(10 + tenant, tenant));
  room.leave(holder(1, 1));
  expect(() => room.enter(holder(4, 1))).toThrow('The tokens of this tenant have 5 streams open already.');
  for (const tenant of [2, 3, 4]) room.leave(holder(10 + tenant, tenant));
  room.enter(holder(4, 1));
});

it('has no room at all where none is given', () => {
  const [none, nobody] = [roomOf({ perPrincipal: 2, inAll: 0 }), roomOf({ perPrincipal: 0, inAll: 2 })];
  expect(() => none.enter(holder(1))).toThrow(refused('unavailable'));
  expect(() => nobody.enter(holder(1))).toThrow(refused('rate_limited'));
});

it('is as large as its variables say, or by default', () => {
  const names = { perPrincipal: 'HELD_PER_TOKEN', inAll: 'HELD_PER_PROCESS' };
  const problems: string[] = [];
  const read = (env: Record<string, string>) =>
    readRoomLimits(env, names, { perPrincipal: 2, inAll: 10 }, (problem) => problems.push(problem));
  expect(read({ HELD_PER_PROCESS: '0' })).toEqual({ perPrincipal: 2, inAll: 0 });
  expect(problems).toEqual([]);
  read({ HELD_PER_TOKEN: 'many' });
  expect(problems).toEqual(['HELD_PER_TOKEN must be a number from 0 to 1000000, not "many".']);
});

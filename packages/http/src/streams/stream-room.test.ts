import { expect, it } from '@jest/globals';
import { StreamRoom } from './stream-room.js';

const holder = (token: number, tenant = token) => ({ principalId: `token:${token}`, tenantId: `tnt_${tenant}` });
const refused = (code: string) => expect.objectContaining({ code, retryAfterSeconds: 10 });

it('has room for so many streams of one principal, and for as many again once they are closed', () => {
  const room = new StreamRoom({ perPrincipal: 2, inAll: 10 });
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
  const room = new StreamRoom({ perPrincipal: 2, inAll: 3 });
  for (const token of [1, 2, 3]) room.enter(holder(token));
  expect(() => room.enter(holder(4))).toThrow(refused('unavailable'));
  room.leave(holder(2));
  room.enter(holder(4));
  expect(() => room.enter(holder(2))).toThrow('Too many streams are open here.');
});

it('has as much room for a tenant as that leaves free for others, however many tokens it has', () => {
  const room = new StreamRoom({ perPrincipal: 2, inAll: 12 });
  for (const token of [1, 1, 2, 2, 3, 3]) room.enter(holder(token, 1));
  expect(() => room.enter(holder(4, 1))).toThrow(refused('rate_limited'));
  for (const tenant of [2, 3, 4]) room.enter(holder(10 + tenant, tenant));
  room.leave(holder(1, 1));
  expect(() => room.enter(holder(4, 1))).toThrow('The tokens of this tenant have 5 streams open already.');
  for (const tenant of [2, 3, 4]) room.leave(holder(10 + tenant, tenant));
  room.enter(holder(4, 1));
});

it('has no room at all where none is given', () => {
  const [none, nobody] = [new StreamRoom({ perPrincipal: 2, inAll: 0 }), new StreamRoom({ perPrincipal: 0, inAll: 2 })];
  expect(() => none.enter(holder(1))).toThrow(refused('unavailable'));
  expect(() => nobody.enter(holder(1))).toThrow(refused('rate_limited'));
});

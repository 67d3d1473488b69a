import { describe, expect, it } from '@jest/globals';
import { FeedScope } from './feed-scope.js';

function scopeAt() {
  let now = 0;
  const scope = new FeedScope(() => now);
  const look = () => scope.ask(scope.takeFresh());
  return { scope, look, pass: (seconds: number) => (now += seconds * 1_000) };
}

describe('what a reader asks for', () => {
  it('is where somebody waits, once it has looked at what is there', () => {
    const { scope, look } = scopeAt();
    scope.enter(1);
    scope.enter(1);
    scope.enter(2);
    expect([scope.covers(1), scope.names()]).toEqual([false, []]);
    look();
    expect([scope.covers(1), scope.names()]).toEqual([true, [1, 2]]);
  });

  it('stays for a minute after the last one has left, who may come back', () => {
    const { scope, look, pass } = scopeAt();
    scope.enter(1);
    scope.enter(2);
    look();
    scope.leave(1);
    scope.leave(2);
    pass(59);
    scope.enter(2);
    expect(scope.names()).toEqual([1, 2]);
    pass(1);
    expect(scope.names()).toEqual([2]);
    expect([scope.covers(1), scope.covers(2)]).toEqual([false, true]);
  });

  it('is everything for whoever waits everywhere, and afterwards what the others wait for', () => {
    const { scope, look, pass } = scopeAt();
    scope.enter(1);
    scope.enter(null);
    look();
    expect(scope.names()).toBeNull();
    scope.enter(2);
    expect(scope.covers(2)).toBe(true);
    scope.leave(null);
    pass(60);
    expect(scope.names()).toEqual([1, 2]);
  });

  it('is everything where naming it would cost more', () => {
    const { scope, look } = scopeAt();
    for (let id = 1; id <= 10_001; id += 1) scope.enter(id);
    look();
    expect(scope.names()).toBeNull();
  });

  it('is looked at again after a failure, and after a new beginning', () => {
    const { scope, look } = scopeAt();
    scope.enter(1);
    scope.putBack(scope.takeFresh());
    expect(scope.takeFresh()).toEqual([1]);
    scope.putBack([1]);
    look();
    scope.reset();
    expect([scope.covers(1), scope.takeFresh()]).toEqual([false, [1]]);
  });

  it('is looked at once, also where somebody comes in the meantime', () => {
    const { scope } = scopeAt();
    scope.enter(1);
    const fresh = scope.takeFresh();
    scope.enter(1);
    scope.ask(fresh);
    expect(scope.takeFresh()).toEqual([]);
  });

  it('forgets a place that was left while it was looked at, after that minute', () => {
    const { scope, pass } = scopeAt();
    scope.enter(1);
    const fresh = scope.takeFresh();
    scope.leave(1);
    scope.ask(fresh);
    expect(scope.names()).toEqual([1]);
    pass(60);
    expect(scope.names()).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { emailResource, resources } from '../src/index.js';
import { problemsOf } from './resource-check.js';

describe('a resource', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    '%s has an example with all that its schema requires, and with nothing beside it',
    (_, resource) => {
      expect(problemsOf(resource, resource.example as object)).toEqual([]);
    },
  );

  it('has a name of its own', () => {
    const names = resources.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it('is refused with a field that its schema lacks, or without one that it requires', () => {
    const { subject, ...rest } = emailResource.example;
    expect(problemsOf(emailResource, { ...rest, title: subject })).toEqual([
      expect.stringContaining("must have required property 'subject'"),
      expect.stringContaining('must NOT have additional properties'),
    ]);
  });
});

/**
 * Refuses a test whose body asserts nothing. An assertion is `expect(…)`, a call of something that is called `expect…`
 * or `assert…` or is named in the option `asserting`, or a call of a function of the same file that asserts.
 */
export const testAsserts = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { asserting: { type: 'array', items: { type: 'string' } } } }],
    messages: { missing: 'This test asserts nothing, so it can hardly fail: say with expect() what has to be true.' },
  },
  create(context) {
    /** The names that each function's body calls, by the function's own name. */
    const calls = new Map();
    const tests = [];
    const open = [];
    const { asserting = [] } = context.options[0] ?? {};

    const called = (name) => {
      for (const names of open) names.add(name);
    };

    return {
      ':function'(node) {
        const names = new Set();
        open.push(names);
        const name = nameOf(node);
        if (name) calls.set(name, new Set([...(calls.get(name) ?? []), ...names]));
        node.callNames = names;
      },
      ':function:exit'(node) {
        open.pop();
        const name = nameOf(node);
        if (name) for (const other of node.callNames) calls.get(name).add(other);
      },
      CallExpression(node) {
        const name = calleeName(node.callee);
        if (name) called(name);
        if (!isTest(node.callee)) return;
        const body = node.arguments.find(({ type }) => /Function/.test(type));
        if (body) tests.push({ node, body });
      },
      'Program:exit'() {
        const asserts = (names, seen) =>
          [...names].some((name) => {
            if (/^(expect|assert)/.test(name) || asserting.includes(name)) return true;
            if (seen.has(name)) return false;
            seen.add(name);
            return asserts(calls.get(name) ?? [], seen);
          });
        for (const { node, body } of tests) {
          if (!asserts(body.callNames, new Set())) context.report({ node: node.callee, messageId: 'missing' });
        }
      },
    };
  },
};

/** The last name of `a.b.c(…)`; for `expect(x).not.toBe(y)` the first, which is `expect`. */
function calleeName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return callee.property.name ?? null;
  return null;
}

/** `it(…)`, `test(…)`, and `it.each(…)(…)`. */
function isTest(callee) {
  if (callee.type === 'Identifier') return callee.name === 'it' || callee.name === 'test';
  if (callee.type === 'CallExpression') return isTest(callee.callee.object ?? callee.callee);
  return false;
}

function nameOf({ id, parent }) {
  if (id) return id.name;
  if (parent.type === 'VariableDeclarator') return parent.id.name ?? null;
  if (parent.type === 'Property' || parent.type === 'MethodDefinition') return parent.key.name ?? null;
  return null;
}

import type { Rule } from 'eslint';

export declare const testAsserts: Rule.RuleModule;

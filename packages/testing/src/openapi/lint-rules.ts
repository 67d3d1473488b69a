/** The rules of the linter that no document of ours may break. */
export const lintRules = {
  struct: 'error',
  'no-unresolved-refs': 'error',
  'operation-operationId': 'error',
  'operation-operationId-unique': 'error',
  'operation-operationId-url-safe': 'error',
  'operation-summary': 'error',
  'path-parameters-defined': 'error',
  'no-identical-paths': 'error',
  'no-unused-components': 'error',
  'security-defined': 'error',
  'no-enum-type-mismatch': 'error',
} as const;

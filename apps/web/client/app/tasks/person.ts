/** By this name the audit trail and the agents know that it was a person. */
export const PERSON = 'person';

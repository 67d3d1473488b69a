/** The audit trail and the agents know by this name that it was a person. */
export const PERSON = 'person';
